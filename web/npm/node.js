// The package in Node.js, which fetches no files: the module is read from beside this file, or given.

import { readFile } from "node:fs/promises";
import * as browser from "./index.js";

export { check, compare, Regex, Session, version } from "./index.js";

/** Loads the solver, once; everything else may be called when it is done. */
export async function load(source) {
  await browser.load(source ?? (await readFile(new URL("stringent_bg.wasm", import.meta.url))));
}
