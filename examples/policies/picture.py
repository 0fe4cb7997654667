"""The answers for all pairs as a picture (PNG) and a page (HTML)."""

import base64
import struct
import zlib
from html import escape

from compare import ESCAPES, INCLUDED

COLORS = {INCLUDED: (24, 92, 160), ESCAPES: (238, 238, 238), "open": (230, 140, 20)}


def png(rows):
    """A picture with a pixel for each pair: whether all that the row's policy allows is allowed by the column's."""

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    pixels = b"".join(b"\0" + b"".join(bytes(COLORS[verdict]) for verdict in row) for row in rows)
    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(pixels, 9)) + chunk(b"IEND", b"")


def page(names, rows, equivalent):
    """A page with the picture, the groups of equivalent policies, and how many others each one includes."""
    counts = sorted(((sum(row[j] == INCLUDED for row in rows) - 1, name) for j, name in enumerate(names)), reverse=True)
    groups = "".join(f"<li>{', '.join(map(escape, group))}</li>" for group in equivalent)
    largest = "".join(f"<tr><td>{escape(name)}</td><td>{n}</td></tr>" for n, name in counts[:30])
    picture = base64.b64encode(png(rows)).decode()
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Policies compared</title>
<style>body {{ font: 16px sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em }} img {{ max-width: 100% }}</style>
<h1>{len(names)} policies compared</h1>
<p>A row and a column for each, in the order of their names. Blue: all that the row's policy allows, the column's allows.
Orange: that depends on conditions that were not looked into.</p>
<img alt="a pixel for each pair" src="data:image/png;base64,{picture}">
<h2>Equivalent</h2><ul>{groups}</ul>
<h2>Those that include most others</h2><table>{largest}</table>
</html>
"""
