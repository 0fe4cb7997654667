// Two regexes and how they relate.

import { card, choice, make, quoted, results, table, verdict } from "./show.js";

const $ = (id) => document.getElementById(id);

const RELATIONS = {
  equal: ["good", "Equal", "Both match the same strings."],
  subset: ["open", "The second matches more", "All that the first matches, the second matches, too."],
  superset: ["open", "The first matches more", "All that the second matches, the first matches, too."],
  disjoint: ["bad", "Nothing in common", "No string is matched by both."],
  overlapping: ["open", "They overlap", "Each matches something that the other does not."],
};

const PARTS = [
  ["first", "First"],
  ["second", "Second"],
  ["both", "Both"],
  ["onlyFirst", "Only first"],
  ["onlySecond", "Only second"],
];

/** The part that is drawn, which stays from question to question. */
let part = "first";

/** Larger automata are no picture that tells anything. */
const DRAWN = 60;

/** Asks and shows the answer; `work` does what is asked for later, so that it can be cancelled. */
export async function ask(client, { first, second, ...options }, work) {
  [0, 1].forEach((index) => mistake(index));
  const started = performance.now();
  const found = await client.compare(first, second, options).catch((error) => {
    if (error.index === undefined) throw error;
    mistake(error.index, error.message);
    verdict("bad", "Not a regex", `The ${error.index === 0 ? "first" : "second"} cannot be read.`);
    results();
  });
  if (found === undefined) return;
  show(found, performance.now() - started);
  const picture = make("div", { id: "picture", role: "status" });
  const draw = () => drawPart(client, [first, second], options, picture);
  const parts = choice("part", "Whose automaton", PARTS, part, (chosen) => {
    part = chosen;
    work(draw);
  });
  $("results").append(card("Automaton", parts, picture));
  await draw();
}

function show({ relation, onlyFirst, onlySecond, both }, milliseconds) {
  const [state, headline, meaning] = RELATIONS[relation];
  verdict(state, headline, `${meaning} (${milliseconds.toFixed(1)} ms)`);
  const row = (name, word) => [name, word === undefined ? undefined : quoted(word), "none"];
  const rows = [row("Only the first", onlyFirst), row("Only the second", onlySecond), row("Both", both)];
  results(card("A shortest string that matches", table(rows)));
}

async function drawPart(client, patterns, options, picture) {
  const say = (text) => make("p", { class: "facts" }, text);
  // What was asked before has a place of its own, which is gone.
  const place = make("div", {}, say("Drawing"));
  picture.replaceChildren(place);
  try {
    place.replaceChildren(...pictured(await client.picture(patterns, part, options)));
  } catch (error) {
    place.replaceChildren(say(`No automaton: ${error.name === "AbortError" ? "cancelled" : error.message}.`));
  }
}

function pictured({ states, svg, dot, count, words }) {
  const plural = (n, noun) => `${n} ${noun}${String(n) === "1" ? "" : "s"}`;
  const size = count === undefined ? "endlessly many strings" : plural(short(count), "string");
  const facts = make("p", { class: "facts" }, `${plural(states, "state")}, ${size}${words.length > 0 ? ". The first:" : "."}`);
  const list = make("ul", { class: "words" }, ...words.map((word) => make("li", { class: "word" }, quoted(word))));
  if (states > DRAWN) return [make("p", { class: "facts" }, "Too large to be drawn."), facts, list, source(dot)];
  const address = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  const image = make("img", { src: address, alt: `Automaton with ${plural(states, "state")}; as text below` });
  // Something that scrolls takes the keyboard's focus.
  const frame = make("div", { class: "picture", tabindex: "0", role: "group", "aria-label": "Automaton" }, image);
  return [frame, facts, list, source(dot)];
}

function short(count) {
  const digits = String(count);
  return digits.length <= 15 ? digits : `about 10^${digits.length - 1}`;
}

function source(dot) {
  return make("details", { class: "facts" }, make("summary", {}, "As text for Graphviz"), make("pre", {}, dot));
}

/** Shows what is wrong with a pattern, with its place; or that nothing is. */
function mistake(index, message = "") {
  const place = $(`mistake-${index}`);
  place.textContent = message;
  place.hidden = message === "";
  $(index === 0 ? "first" : "second").setAttribute("aria-invalid", String(message !== ""));
}
