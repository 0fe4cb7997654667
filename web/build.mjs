// Puts the package and the playground together: `node build.mjs BINDINGS OUT TOOLS`, where BINDINGS has what the program TOOLS
// (`tools/`) wrote for the compiled module.

import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

const here = import.meta.dirname;
const root = join(here, "..");
const [bindings, out, tools] = process.argv.slice(2);
const [packed, playground] = [join(out, "package"), join(out, "playground")];

async function makePackage() {
  await rm(packed, { recursive: true, force: true });
  await mkdir(packed, { recursive: true });
  await copyFile(join(bindings, "stringent.d.ts"), join(packed, "stringent.d.ts"));
  // Its comments are those of the types.
  const glue = { minifyWhitespace: true, minifySyntax: true, outfile: join(packed, "stringent.js") };
  await build({ entryPoints: [join(bindings, "stringent.js")], format: "esm", target: "es2022", ...glue });
  shrink(join(bindings, "stringent_bg.wasm"), join(packed, "stringent_bg.wasm"));
  for (const name of await readdir(join(here, "npm"))) await copyFile(join(here, "npm", name), join(packed, name));
  for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) await copyFile(join(root, name), join(packed, name));
}

/**
 * Makes the module smaller once it is compressed. Functions that are alike are put next to each other (`tools/src/order.rs`), as the
 * compressor sees 32 KiB. The usual `-Oz` makes the module 8% smaller, but not what is compressed, and takes minutes: each pass
 * here was measured on what is compressed.
 */
function shrink(from, to) {
  const code = ["dae", "optimize-instructions", "simplify-locals-nostructure", "rse", "coalesce-locals", "merge-blocks", "precompute"];
  const alike = ["duplicate-function-elimination", "remove-unused-brs", "optimize-instructions", "vacuum", "duplicate-function-elimination", "reorder-locals"];
  optimize(from, to, [...code, ...alike, "strip-debug", "strip-producers"]);
  execFileSync(tools, ["order", to, to], { stdio: "inherit" });
  optimize(to, to, ["reorder-functions-by-name", "strip-debug"]);
}

function optimize(from, to, passes) {
  // Those that the compiler uses by default.
  const features = ["bulk-memory", "bulk-memory-opt", "multivalue", "mutable-globals", "nontrapping-float-to-int"];
  features.push("reference-types", "sign-ext");
  const flags = [...features.map((feature) => `--enable-${feature}`), ...passes.map((pass) => `--${pass}`)];
  const tool = join(here, "node_modules/binaryen/bin/wasm-opt");
  execFileSync(tool, [...flags, from, "-o", to], { stdio: "inherit" });
}

/** A script of the folder `examples`: its first comment says what is asked, above the line that says what is expected. */
async function script(name) {
  const text = await readFile(join(root, "examples", name), "utf8");
  const comment = text.split("\n").filter((line) => line.startsWith(";")).map((line) => line.slice(2).trim());
  const about = comment.slice(0, comment.findIndex((line) => line.startsWith("Expected"))).join(" ").trim();
  const title = name.replace(".smt2", "");
  return { name: title[0].toUpperCase() + title.slice(1), about, text };
}

async function scripts() {
  const names = await readdir(join(root, "examples"));
  return Promise.all(names.filter((name) => name.endsWith(".smt2")).sort().map(script));
}

/** One script of what a file imports. */
async function bundle(entry, define = {}) {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    legalComments: "none",
    // Nothing is beside the page: what would be read from there is given.
    define: { "import.meta.url": '""', ...define },
  });
  return result.outputFiles[0].text;
}

/** A module as scripts that hand it to the page (`playground/engine.js`). */
function pieces(module) {
  // Between two scripts the browser does other things, which delay the answer: a quarter of the size costs it a twentieth.
  const size = 3 << 16;
  const starts = Array.from({ length: Math.ceil(module.length / size) }, (_, index) => index * size);
  return starts.map((start) => `<script>modulePiece("${module.subarray(start, start + size).toString("base64")}")</script>`);
}

async function makePlayground() {
  const worker = await bundle(join(packed, "worker.js"));
  const define = { __SCRIPTS__: JSON.stringify(await scripts()), __WORKER__: JSON.stringify(worker) };
  const module = gzipSync(await readFile(join(packed, "stringent_bg.wasm")), { level: 9 });
  const { version } = JSON.parse(await readFile(join(here, "npm/package.json"), "utf8"));
  const parts = {
    STYLE: await readFile(join(here, "playground/style.css"), "utf8"),
    SCRIPT: (await bundle(join(here, "playground/main.js"), define)).replaceAll("</script", "<\\/script"),
    MODULE: pieces(module).join("\n"),
    VERSION: version,
  };
  const page = await readFile(join(here, "playground/index.html"), "utf8");
  await mkdir(playground, { recursive: true });
  await writeFile(join(playground, "index.html"), page.replace(/\/\*([A-Z]+)\*\//g, (_, part) => parts[part]));
}

/** The package as it is published. Compressed by more work than `npm pack` takes, it is a twentieth smaller. */
async function pack() {
  const options = { cwd: packed, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
  const [{ filename }] = JSON.parse(execFileSync("npm", ["pack", "--json", "--pack-destination", out], options));
  const [packageFile, tar] = [join(out, filename), join(out, "package.tar")];
  await writeFile(tar, gunzipSync(await readFile(packageFile)));
  execFileSync(tools, ["compress", tar, packageFile], { stdio: "inherit" });
  await rm(tar);
}

await makePackage();
await makePlayground();
await pack();
