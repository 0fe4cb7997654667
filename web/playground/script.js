// A script and its answer.

import { card, make, results, table, value, verdict } from "./show.js";

const WORDS = {
  sat: ["good", "There is a solution."],
  unsat: ["bad", "There is no solution."],
  unknown: ["open", "The solver gave up."],
  error: ["bad", "The script has a mistake."],
};

/** Asks and shows the answer; `goTo` is called with a line and a column of the script. */
export async function ask(client, text, timeout, goTo) {
  const started = performance.now();
  const report = await client.check(text, { timeout });
  show(report, performance.now() - started, goTo);
}

function show(report, milliseconds, goTo) {
  const [state, meaning] = WORDS[report.verdict] ?? ["none", "The script ended before it asked."];
  const time = `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
  const several = report.verdicts.length > 1 ? ` The answers: ${report.verdicts.join(", ")}.` : "";
  const why = report.reason ? ` Reason: ${report.reason}.` : "";
  const refused = report.errors.length > 0 && state !== "none" ? " Part of the script was not understood." : "";
  verdict(refused ? "open" : state, report.verdict ?? "no answer", `${meaning}${refused}${why}${several} (${time})`);
  results(errors(report, goTo), model(report), objectives(report), output(report));
}

function errors({ errors }, goTo) {
  if (errors.length === 0) return undefined;
  const item = (message) => {
    const button = make("button", { type: "button" }, message);
    const [, line, column] = /^line (\d+) column (\d+)/.exec(message) ?? [];
    if (line) button.addEventListener("click", () => goTo(Number(line), Number(column)));
    return make("li", {}, button);
  };
  return card("Mistakes", make("ul", { class: "errors" }, ...errors.map(item)));
}

function model({ model }) {
  const rows = Object.entries(model ?? {});
  return rows.length > 0 ? card("Model", table(rows.map(([name, v]) => [name, value(v)]))) : undefined;
}

function objectives({ objectives }) {
  const bound = ({ optimum, low = "-oo", high = "oo" }) => String(optimum ?? `between ${low} and ${high}`);
  const rows = objectives.map((objective) => [objective.term, bound(objective)]);
  return rows.length > 0 ? card("Optimum", table(rows)) : undefined;
}

function output({ output }) {
  if (output === "") return undefined;
  return make("section", { class: "card" }, make("details", {}, make("summary", {}, "All answers"), make("pre", {}, output)));
}
