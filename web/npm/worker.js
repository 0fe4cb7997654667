// What runs in the worker of `client.js`: a question in, an answer or an error out.

import { compare } from "./compare.js";
import { check, initSync, Regex } from "./stringent.js";

const PARTS = {
  first: (first) => first,
  second: (_, second) => second,
  both: (first, second) => first.and(second),
  either: (first, second) => first.or(second),
  onlyFirst: (first, second) => first.minus(second),
  onlySecond: (first, second) => second.minus(first),
};

/** Those of the client, and the first message, which has the module. */
const questions = {
  start(module) {
    initSync({ module });
  },
  check,
  compare(patterns, { timeout, ...options } = {}) {
    const [first, second] = read(patterns, options);
    return compare(first, second, timeout);
  },
  picture(patterns, part, { timeout, words = 5, ...options } = {}) {
    const regex = PARTS[part](...read(patterns, options));
    const { states } = regex.automaton(timeout);
    const [svg, dot] = [regex.toSvg(timeout), regex.toDot(timeout)];
    return { states, svg, dot, count: regex.count(), words: regex.enumerate(words) };
  },
};

function read(patterns, options) {
  return patterns.map((pattern, index) => {
    try {
      return new Regex(pattern, options);
    } catch (error) {
      throw Object.assign(error, { index });
    }
  });
}

self.onmessage = ({ data: { id, question, args } }) => {
  try {
    self.postMessage({ id, answer: questions[question](...args) });
  } catch (error) {
    // After a trap the module is in no state to be asked again.
    const broken = error instanceof WebAssembly.RuntimeError;
    self.postMessage({ id, error: { message: error.message, index: error.index, broken } });
  }
};
