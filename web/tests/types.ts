// What the compiler must accept, and what it must not.

import { check, compare, load, Regex, Session, version } from "./package/index.js";
import type { Automaton, CheckResult, Comparison, Value, Verdict } from "./package/index.js";
import { Client } from "./package/client.js";

await load(new Uint8Array());
const found: CheckResult = check("", { timeout: 5, "produce-unsat-cores": true });
const verdict: Verdict | undefined = found.verdict;
const value: Value | undefined = found.model?.["x"];
const regex = new Regex("a", { dialect: "python", ignoreCase: true });
const relation: Comparison["relation"] = compare(regex, regex.not(), 100).relation;
const automaton: Automaton = regex.and(regex).automaton(100);
const count: bigint | undefined = regex.count();
const answer: string = new Session({ rlimit: 5 }).run("(check-sat)");
const client = new Client();
const asked: Promise<CheckResult> = client.check("", { timeout: 1 }, new AbortController().signal);
const states: number = (await client.picture(["a", "b"], "onlyFirst")).states;
// @ts-expect-error
check(5);
// @ts-expect-error
new Regex("a", { dialect: "klingon" });
export { answer, asked, automaton, count, relation, states, value, verdict, version };
