// The package as its users call it, in Node.js.

import assert from "node:assert/strict";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { EXAMPLES, OUT, PACKAGE } from "./package.js";

const { check, compare, load, Regex, Session, version } = await import(join(PACKAGE, "node.js"));
await load();

test("a script has verdict, model and output", () => {
  const found = check('(declare-const s String)(declare-const n Int)(assert (= s (str.++ "é" "\\u{1F600}")))(assert (= n (- 7)))(declare-const b Bool)(assert b)');
  assert.equal(found.verdict, "sat");
  assert.deepEqual({ ...found.model }, { s: "é😀", n: -7n, b: true });
  assert.deepEqual([found.verdicts, found.errors, found.output], [["sat"], [], "sat\n"]);
  assert.deepEqual([...check("(assert false)(check-sat)(check-sat)").verdicts], ["unsat", "unsat"]);
});

test("values without a counterpart are text, large numbers are exact, halves of surrogates stay", () => {
  const script = '(declare-const v (_ BitVec 8))(assert (= v #x0f))(declare-const n Int)(assert (= n 123456789012345678901234567890))(declare-const s String)(assert (= s "\\u{d800}"))(declare-const |__proto__| Int)(assert (= |__proto__| 1))';
  const { model } = check(script);
  assert.match(model.v.smt2, /^#[xb]/);
  assert.equal(model.n, 123456789012345678901234567890n);
  assert.equal(model.s, "\ud800");
  assert.deepEqual(Object.keys(model).sort(), ["__proto__", "n", "s", "v"]);
});

test("mistakes have a place and do not throw", () => {
  const found = check("(assert (= x 1))");
  assert.equal(found.verdict, "error");
  assert.deepEqual(found.errors, ["line 1 column 12: unknown symbol `x`"]);
  assert.equal(check("(").errors.length, 1);
  assert.equal(check("(".repeat(100_000)).errors.length, 1);
  const deep = `(assert ${"(not ".repeat(100_000)}true${")".repeat(100_000)})`;
  assert.equal(check(deep).verdict, "sat");
});

test("objectives", () => {
  const script = "(declare-const m Int)(declare-const n Int)(assert (< n 9))(maximize n)(minimize m)(check-sat)";
  const [most, least] = check(script).objectives;
  assert.deepEqual([{ ...most }, { ...least }], [{ term: "n", optimum: 8n }, { term: "m", optimum: "-oo" }]);
});

test("limits hold, and the next question is answered", () => {
  const hard = '(declare-const x String)(assert (str.in_re x ((_ re.^ 5) (re.++ re.all (str.to_re "a") ((_ re.^ 12) re.allchar)))))(assert (str.in_re x (re.comp ((_ re.^ 6) (re.++ re.all (str.to_re "b") ((_ re.^ 14) re.allchar))))))(assert (not (str.in_re x (re.++ re.all (str.to_re "ab") re.all))))(assert (> (str.len x) 300))';
  const steps = check(hard, { rlimit: 100 });
  assert.deepEqual([steps.verdict, steps.reason], ["unknown", "resourceout"]);
  const started = performance.now();
  const late = check(pigeons(12), { timeout: 100 });
  assert.deepEqual([late.verdict, late.reason], ["unknown", "timeout"]);
  assert.ok(performance.now() - started < 5000);
  const large = check(pigeons(12), { memory: 1 });
  assert.deepEqual([large.verdict, large.reason], ["unknown", "memout"]);
  assert.equal(check("(check-sat)").verdict, "sat");
});

/** More pigeons than holes: hard for every search. */
function pigeons(n) {
  const name = (p, h) => `p${p}_${h}`;
  const lines = [];
  for (let p = 0; p <= n; p++) {
    for (let h = 0; h < n; h++) lines.push(`(declare-const ${name(p, h)} Bool)`);
    lines.push(`(assert (or ${Array.from({ length: n }, (_, h) => name(p, h)).join(" ")}))`);
  }
  for (let h = 0; h < n; h++) {
    for (let p = 0; p <= n; p++) for (let q = 0; q < p; q++) lines.push(`(assert (not (and ${name(p, h)} ${name(q, h)})))`);
  }
  return lines.join("\n");
}

test("options are those of the program, but for files", () => {
  const cores = "(assert (! false :named a))(check-sat)(get-unsat-core)";
  assert.equal(check(cores, { "produce-unsat-cores": true }).output, "unsat\n(a)\n");
  assert.throws(() => check("", { timeout: "soon" }), /timeout/);
  assert.throws(() => check("", { nonsense: 1 }), /nonsense/);
  assert.throws(() => check("", { proof: "file" }), /only the command line/);
  assert.throws(() => check("", 5), /expected an object/);
  assert.equal(check("", { timeout: undefined }).verdict, "sat");
});

test("a session remembers", () => {
  const session = new Session({ "produce-models": true });
  assert.equal(session.run('(declare-const s String)(assert (str.prefixof "ab" s))(push 1)'), "");
  assert.equal(session.run("(assert (= (str.len s) 1))(check-sat)(pop 1)"), "unsat\n");
  assert.equal(session.run("(assert (= (str.len s) 2))(check-sat)(get-value (s))"), 'sat\n((s "ab"))\n');
  assert.equal(session.exited, false);
  session.run("(exit)");
  assert.equal(session.exited, true);
  session.free();
});

test("regexes are compared", () => {
  const [even, threes] = [new Regex("(aa)*"), new Regex("(aaa)*")];
  assert.ok(even.and(threes).equals(new Regex("(a{6})*")));
  assert.ok(new Regex("\\d+").isSubsetOf(new Regex("\\w+")) && !new Regex("\\w+").isSubsetOf(new Regex("\\d+")));
  assert.equal(new Regex("a+").difference(new Regex("a{1,3}")), "aaaa");
  assert.equal(even.intersection(new Regex("b*a+")), "aa");
  assert.equal(new Regex("a").intersection(new Regex("b")), undefined);
  assert.deepEqual(even.or(threes).enumerate(4), ["", "aa", "aaa", "aaaa"]);
  assert.ok(even.not().test("a") && !even.not().test("aa") && even.minus(threes).test("aa"));
  assert.deepEqual([new Regex("[ab]{3}").isFinite(), even.isFinite()], [true, false]);
  assert.deepEqual([new Regex("[ab]{2,3}").count(), new Regex("[ab]*").count(10), even.count()], [12n, 1024n, undefined]);
  assert.deepEqual([new Regex("a(?!a)a").isEmpty(), even.isEmpty(), new Regex("x|yz").witness()], [true, false, "x"]);
  const sample = new Regex("[a-z]{8}").sample(5, 1);
  assert.ok(sample.length === 5 && sample.every((word) => /^[a-z]{8}$/.test(word)));
  assert.equal(even.and(threes.not()).toString(), "(/(aa)*/ & ~/(aaa)*/)");
});

test("relations of two regexes", () => {
  const relation = (a, b) => compare(new Regex(a), new Regex(b));
  assert.deepEqual(relation("a*", "(a|aa)*"), { relation: "equal", both: "" });
  assert.deepEqual(relation("a", "a|b"), { relation: "subset", onlySecond: "b", both: "a" });
  assert.deepEqual(relation("a|b", "a"), { relation: "superset", onlyFirst: "b", both: "a" });
  assert.deepEqual(relation("a", "b"), { relation: "disjoint", onlyFirst: "a", onlySecond: "b" });
  assert.equal(relation("a|b", "b|c").relation, "overlapping");
});

test("dialects and flags", () => {
  assert.ok(new Regex("É", { ignoreCase: true }).test("é"));
  assert.ok(new Regex("[[:alpha:]]+", { dialect: "posix" }).equals(new Regex("[a-zA-Z]+")));
  assert.ok(new Regex("b", { search: true }).test("abc") && !new Regex("b").test("abc"));
  assert.ok(new Regex("\\d", { dialect: "python" }).test("٣") && !new Regex("\\d", { dialect: "python", ascii: true }).test("٣"));
  assert.throws(() => new Regex("(a)\\1"), /back-reference/);
  assert.throws(() => new Regex("(a"), Error);
  assert.throws(() => new Regex("a", { dialect: "klingon" }), /klingon/);
});

test("automata", () => {
  const regex = new Regex("ab*");
  const plain = JSON.parse(JSON.stringify(regex.automaton()));
  const edges = [{ from: 0, to: 1, chars: [[97, 97]] }, { from: 1, to: 1, chars: [[98, 98]] }];
  assert.deepEqual(plain, { states: 2, accepting: [1], edges });
  assert.match(regex.toDot(), /^digraph/);
  assert.match(regex.toSvg(), /^<svg/);
  assert.throws(() => new Regex("(a|b)*a(a|b){20}").automaton(50), /time limit/);
});

test("the examples have the verdicts that they state", async () => {
  for (const name of (await readdir(EXAMPLES)).filter((name) => name.endsWith(".smt2"))) {
    const text = await readFile(join(EXAMPLES, name), "utf8");
    const stated = [...text.matchAll(/^\(set-info :status (\w+)\)/gm)].map((match) => match[1]);
    const found = check(text);
    assert.deepEqual([found.verdicts, found.errors], [stated, []], name);
  }
});

test("what the page shows prints what it says", async () => {
  const page = await readFile(join(import.meta.dirname, "../../docs/web.md"), "utf8");
  const snippets = [...page.matchAll(/^```js\n([^]*?)^```$/gm)].map((match) => match[1]);
  assert.ok(snippets.length >= 2);
  for (const [index, snippet] of snippets.entries()) {
    const file = join(OUT, `snippet-${index}.mjs`);
    await writeFile(file, snippet.replace('from "stringent"', 'from "./package/node.js"'));
    const stated = [...snippet.matchAll(/console\.log.*\/\/ (.*)$/gm)].map((match) => match[1]);
    const printed = execFileSync(process.execPath, [file], { encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } });
    assert.deepEqual(printed.trim().split("\n"), stated);
  }
});

test("the version is the package's", async () => {
  const manifest = JSON.parse(await readFile(join(PACKAGE, "package.json"), "utf8"));
  assert.equal(manifest.version, version());
});

test("the types fit", async () => {
  const compiler = join(import.meta.dirname, "../node_modules/typescript/bin/tsc");
  const source = await readFile(join(import.meta.dirname, "types.ts"), "utf8");
  const page = await readFile(join(import.meta.dirname, "../../docs/web.md"), "utf8");
  const [, snippet] = page.match(/^```ts\n([^]*?)^```$/m);
  await writeFile(join(OUT, "types.mts"), source);
  await writeFile(join(OUT, "snippet.mts"), snippet.replace('"stringent/client"', '"./package/client.js"'));
  const flags = ["--strict", "--noEmit", "--target", "es2022", "--lib", "es2022,dom,esnext.disposable", "--module", "nodenext"];
  execFileSync(process.execPath, [compiler, ...flags, join(OUT, "types.mts"), join(OUT, "snippet.mts")], { stdio: "inherit" });
});

test("the package is small", async () => {
  const { version } = JSON.parse(await readFile(join(PACKAGE, "package.json"), "utf8"));
  const { size } = await stat(join(OUT, `stringent-${version}.tgz`));
  assert.ok(size <= 1_000_000, `${size} bytes`);
});
