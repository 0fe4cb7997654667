"""Answers for PCRE2, by its own library and without its compiler to machine code. Lines in and out are those of `python.py`."""

import ctypes
import ctypes.util
import json
import sys

UTF, CASELESS, WHOLE = 0x0008_0000, 0x0000_0008, 0xA000_0000

name = ctypes.util.find_library("pcre2-8")
if name is None:
    sys.exit()
library = ctypes.CDLL(name)
library.pcre2_compile_8.restype = ctypes.c_void_p
library.pcre2_match_data_create_from_pattern_8.restype = ctypes.c_void_p


def matches(code, data, word, options):
    """Whether the word is matched; None if the library gives up."""
    code, data, size = ctypes.c_void_p(code), ctypes.c_void_p(data), ctypes.c_size_t(len(word))
    found = library.pcre2_match_8(code, word, size, ctypes.c_size_t(0), ctypes.c_uint32(options), data, None)
    return None if found < -1 else found >= 0


def answers(query):
    """The answers for all words; None if the pattern is none."""
    pattern = query["pattern"].encode()
    options = UTF | CASELESS * query["ignore_case"]
    error, offset = ctypes.c_int(), ctypes.c_size_t()
    code = library.pcre2_compile_8(
        pattern,
        ctypes.c_size_t(len(pattern)),
        ctypes.c_uint32(options),
        ctypes.byref(error),
        ctypes.byref(offset),
        None,
    )
    if code is None:
        return None
    data = library.pcre2_match_data_create_from_pattern_8(ctypes.c_void_p(code), None)
    words = [word.encode() for word in query["words"]]
    found = [[matches(code, data, word, WHOLE), matches(code, data, word, 0)] for word in words]
    library.pcre2_match_data_free_8(ctypes.c_void_p(data))
    library.pcre2_code_free_8(ctypes.c_void_p(code))
    return {"unicode": True, "answers": found}


for line in sys.stdin:
    print(json.dumps(answers(json.loads(line))), flush=True)
