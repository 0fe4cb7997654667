// `node verdicts.mjs SOLVER FOLDER [COUNT]`: the package and the program, asked about the same scripts, which are chosen evenly among
// those below the folder. Both get the same number of steps, and no other limit that is reached, so the answers must be the same. The package
// is asked in Chromium if CHROMIUM names it, else in Node.js.

import { execFileSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { PACKAGE } from "./package.js";

const STEPS = 300_000;
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

/** Asks the package in Node.js. */
async function node() {
  const { check, load } = await import(join(PACKAGE, "node.js"));
  await load();
  return { name: "Node.js", verdicts: (text) => check(text, { rlimit: STEPS }).verdicts, close: () => {} };
}

const TYPES = { html: "text/html", js: "text/javascript", wasm: "application/wasm" };

/** Modules are not loaded from files, so the package is served to the browser. */
async function serve() {
  const server = createServer(async ({ url }, response) => {
    const body = url === "/page.html" ? "<!doctype html>" : await readFile(join(PACKAGE, url)).catch(() => null);
    response.writeHead(body === null ? 404 : 200, { "content-type": TYPES[url.split(".").pop()] ?? "text/plain" }).end(body);
  });
  await new Promise((ready) => server.listen(0, "localhost", ready));
  return server;
}

/** Asks the package in a page of Chromium. */
async function page(executablePath) {
  const [server, browser] = [await serve(), await chromium.launch({ executablePath, args: ["--no-sandbox"] })];
  const page = await browser.newPage();
  await page.goto(`http://localhost:${server.address().port}/page.html`);
  await page.evaluate(async () => {
    globalThis.stringent = await import("/index.js");
    await stringent.load();
  });
  const ask = ([text, rlimit]) => stringent.check(text, { rlimit }).verdicts;
  const close = () => browser.close().then(() => server.close());
  return { name: `Chromium ${browser.version()}`, verdicts: (text) => page.evaluate(ask, [text, STEPS]), close };
}

async function inWasm(engine, text) {
  const started = performance.now();
  return { verdicts: await engine.verdicts(text), time: (performance.now() - started) / 1000 };
}

const VERDICT = /^(sat|unsat|unknown)$/;
const engine = await (process.env.CHROMIUM ? page(process.env.CHROMIUM) : node());
const total = { engine: engine.name, files: 0, different: 0, native: 0, wasm: 0, sat: 0, unsat: 0, unknown: 0 };
for (const file of await scripts()) {
  const [expected, found] = [native(file), await inWasm(engine, await readFile(file, "utf8"))];
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
await engine.close();
console.log(JSON.stringify(total));
process.exitCode = total.different === 0 ? 0 : 1;
