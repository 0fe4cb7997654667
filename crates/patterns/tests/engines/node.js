// Answers for the engine of Node: a line of JSON in, {"pattern", "words", "ignore_case"}, a line out.
//
// The answer is null if the pattern is none, else {"unicode", "answers"}: whether it was read under the flag `u`, which is
// tried first, and a pair for each word: does it match from end to end, is it found?

const compile = (source, flags) => {
  try {
    return new RegExp(source, "u" + flags);
  } catch {
    return new RegExp(source, flags);
  }
};

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const query = JSON.parse(line);
    const flags = query.ignore_case ? "i" : "";
    let answer = null;
    try {
      const search = compile(query.pattern, flags);
      const whole = new RegExp(`^(?:${query.pattern})$`, search.flags);
      const answers = query.words.map((word) => [whole.test(word), search.test(word)]);
      answer = { unicode: search.unicode, answers };
    } catch {}
    console.log(JSON.stringify(answer));
  });
