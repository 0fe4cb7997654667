// `node verdicts.mjs SOLVER FOLDER [COUNT]`: the package and the program, asked about the same scripts, which are chosen evenly among
// those below the folder. Both get the same number of steps, and no other limit that is reached, so the answers must be the same.

import { execFileSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { PACKAGE } from "./package.js";

const STEPS = 300_000;
const { check, load } = await import(join(PACKAGE, "node.js"));
const [solver, folder, count = "200"] = process.argv.slice(2);

async function scripts() {
  const files = await readdir(folder, { recursive: true });
  const all = files.filter((name) => name.endsWith(".smt2")).sort();
  const step = Math.max(1, all.length / Number(count));
  return Array.from({ length: Math.min(all.length, Number(count)) }, (_, i) => join(folder, all[Math.floor(i * step)]));
}

/** What the program prints, and how long it takes in seconds. */
function native(file) {
  const started = performance.now();
  let output;
  try {
    output = execFileSync(solver, [`--rlimit=${STEPS}`, file], { encoding: "utf8", maxBuffer: 1 << 28 });
  } catch (error) {
    output = error.stdout;
  }
  return { output, time: (performance.now() - started) / 1000 };
}

function inWasm(text) {
  const started = performance.now();
  const { verdicts, output } = check(text, { rlimit: STEPS });
  return { verdicts, output, time: (performance.now() - started) / 1000 };
}

const VERDICT = /^(sat|unsat|unknown)$/;
await load();
const total = { files: 0, different: 0, native: 0, wasm: 0, sat: 0, unsat: 0, unknown: 0 };
for (const file of await scripts()) {
  const [expected, found] = [native(file), inWasm(await readFile(file, "utf8"))];
  // Without a check in the script, the package adds one.
  const verdicts = expected.output.split("\n").filter((line) => VERDICT.test(line));
  // Where an assertion was refused, the program prints `unknown` after the error.
  const printed = found.verdicts.map((verdict) => (VERDICT.test(verdict) ? verdict : "unknown"));
  const same = verdicts.length === 0 || verdicts.join() === printed.join();
  total.files++;
  total.native += expected.time;
  total.wasm += found.time;
  for (const verdict of found.verdicts) total[verdict] = (total[verdict] ?? 0) + 1;
  if (same) continue;
  total.different++;
  console.log(`${file}: ${verdicts.join()} by the program, ${found.verdicts.join()} in wasm`);
}
console.log(JSON.stringify(total));
process.exitCode = total.different === 0 ? 0 : 1;
