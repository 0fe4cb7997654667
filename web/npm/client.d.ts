import type { CheckResult, Comparison, Options, RegexOptions } from "./index.js";

export interface ClientOptions {
  /** The compiled module, if it is not to be fetched from beside the package. */
  module?: WebAssembly.Module | Promise<WebAssembly.Module>;
  /** Starts a worker that runs `worker.js`. */
  worker?: () => Worker;
}

export interface QuestionOptions extends RegexOptions {
  /** Milliseconds. */
  timeout?: number;
}

export interface PictureOptions extends QuestionOptions {
  /** How many strings to list; 5 by default. */
  words?: number;
}

/** Which of the strings of two patterns. */
export type Part = "first" | "second" | "both" | "either" | "onlyFirst" | "onlySecond";

/** A set of strings to look at. */
export interface Picture {
  /** The size of its minimal automaton. */
  states: number;
  /** The automaton as a drawing. */
  svg: string;
  /** The automaton in the language of Graphviz. */
  dot: string;
  /** How many strings there are; absent if there is no end. */
  count?: bigint;
  /** The first strings, the shorter ones first. */
  words: string[];
}

/**
 * A solver in a worker, so that a page goes on while it is asked, and can cancel.
 *
 * A question that is cancelled, by `cancel` or by its signal, is rejected with an `AbortError`. One worker answers one question at a time,
 * so a signal ends all that are open.
 */
export class Client {
  constructor(options?: ClientOptions);
  /** Runs a script, as `check` does. */
  check(script: string, options?: Options, signal?: AbortSignal): Promise<CheckResult>;
  /** Compares two patterns, as `compare` does. A mistake in a pattern has its `index`: 0 or 1. */
  compare(first: string, second: string, options?: QuestionOptions, signal?: AbortSignal): Promise<Comparison>;
  /** Draws the automaton of a part, and lists some of its strings. */
  picture(patterns: string[], part: Part, options?: PictureOptions, signal?: AbortSignal): Promise<Picture>;
  /** Ends all questions at once; later ones go to a new worker, which has the compiled module already. */
  cancel(): void;
  /** Ends all questions, and the worker. */
  close(): void;
}
