// The package in a browser: the module is fetched from beside this file, or given.

import init from "./stringent.js";

export { check, Regex, Session, version } from "./stringent.js";
export { compare } from "./compare.js";

let loading;

/** Loads the solver, once; everything else may be called when it is done. */
export function load(source) {
  loading ??= init({ module_or_path: source ?? new URL("stringent_bg.wasm", import.meta.url) }).then(
    () => undefined,
    (why) => {
      loading = undefined;
      throw why;
    },
  );
  return loading;
}
