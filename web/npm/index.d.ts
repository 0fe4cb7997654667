import type { InitInput, Regex } from "./stringent.js";

export type {
  Automaton,
  CheckResult,
  InitInput,
  Objective,
  Options,
  RegexOptions,
  Value,
  Verdict,
} from "./stringent.js";
export { check, Regex, Session, version } from "./stringent.js";

/**
 * Loads the solver, once; everything else may be called when it is done.
 *
 * @param source The compiled module, its bytes or its address, if it is not beside the package.
 */
export function load(source?: InitInput | Promise<InitInput>): Promise<void>;

/** How two sets of strings relate, with a shortest string for each part that is not empty. */
export interface Comparison {
  relation: "equal" | "subset" | "superset" | "disjoint" | "overlapping";
  onlyFirst?: string;
  onlySecond?: string;
  both?: string;
}

/** Compares two sets; each of the three questions has the limit in milliseconds. Of an empty set, it says `subset`. */
export function compare(first: Regex, second: Regex, timeout?: number): Comparison;
