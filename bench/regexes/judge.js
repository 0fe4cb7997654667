// The judge of words: a line of JSON in, {"pattern", "words", "search"}, a line out.
//
// The answer is null if the pattern is none, else {"unicode", "verdicts"}: whether it was read under the flag `u`, which is
// tried first, and whether each word matches. The engine backtracks, so that some words take it longer than anybody can wait:
// then the verdict is null.

const vm = require("vm");

const LIMIT_MS = 500;

const compile = (source, flags) => {
  try {
    return new RegExp(source, flags);
  } catch {
    return null;
  }
};

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const { pattern, words, search } = JSON.parse(line);
    const script = new vm.Script("regex.test(word)");
    const verdict = (regex, word) => {
      try {
        return script.runInNewContext({ regex, word }, { timeout: LIMIT_MS });
      } catch {
        return null;
      }
    };
    const found = compile(pattern, "u") ?? compile(pattern, "");
    if (!found) {
      console.log("null");
      return;
    }
    const regex = search ? found : new RegExp(`^(?:${pattern})$`, found.flags);
    const context = vm.createContext({ regex, words, verdicts: [], at: 0 });
    const all = new vm.Script("for (; at < words.length; at++) verdicts[at] = regex.test(words[at])");
    while (context.at < words.length) {
      try {
        all.runInContext(context, { timeout: LIMIT_MS });
      } catch {
        // Either this word takes long, or all before it took their time.
        context.verdicts[context.at] = verdict(regex, words[context.at]);
        context.at++;
      }
    }
    console.log(JSON.stringify({ unicode: regex.unicode, verdicts: context.verdicts }));
  });
