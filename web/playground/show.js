// Answers as elements of the page. Texts of users are set as text, never as markup.

const $ = (id) => document.getElementById(id);

/** An element with attributes, or properties if they are no texts, and children. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "string") element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children);
  return element;
}

/** The verdict, one of `running`, `good`, `bad`, `open`, `loading` and `none`, in words. */
export function verdict(state, headline, detail = "") {
  $("verdict").dataset.state = state;
  $("headline").textContent = headline;
  $("detail").textContent = detail;
  // When the first was there is told by the tests.
  if (state !== "running") performance.mark("answered");
}

/** The verdict's. */
export function state() {
  return $("verdict").dataset.state;
}

/** What stands below the verdict. */
export function results(...cards) {
  $("results").replaceChildren(...cards.filter(Boolean));
}

export function card(title, ...children) {
  return make("section", { class: "card" }, make("h2", {}, title), ...children);
}

/** Rows of a name and a text; a row without a text says what its absence means. */
export function table(rows) {
  const row = ([name, text, absent]) => {
    const cell = text === undefined ? make("td", { class: "none" }, absent) : make("td", {}, text);
    return make("tr", {}, make("th", { scope: "row" }, name), cell);
  };
  return make("table", {}, make("tbody", {}, ...rows.map(row)));
}

/** A string as programmers write it, with what cannot be seen as escapes. */
export function quoted(text) {
  return JSON.stringify(text).replace(
    /[\u007f-\u00a0\u00ad\u034f\u061c\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufe00-\ufe0f\ufeff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** A value of a model. */
export function value(value) {
  if (typeof value === "string") return quoted(value);
  return typeof value === "object" ? value.smt2 : String(value);
}

/** Radio buttons in a row; `choose` hears of the value. */
export function choice(name, legend, options, chosen, choose) {
  const labels = options.map(([value, text]) => {
    const input = make("input", { type: "radio", name, value, checked: value === chosen });
    input.addEventListener("change", () => choose(value));
    return make("label", {}, input, make("span", {}, text));
  });
  return make("fieldset", { class: "choice" }, make("legend", { class: "hidden" }, legend), ...labels);
}
