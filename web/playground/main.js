// The page: what is asked, when, and what a question's link is.

import * as engine from "./engine.js";
import * as link from "./link.js";
import * as regex from "./regex.js";
import { REGEXES } from "./regexes.js";
import * as script from "./script.js";
import { make, results, state, verdict } from "./show.js";

const $ = (id) => document.getElementById(id);
const TEXTS = ["first", "second", "text"];
const FLAGS = ["search", "ignoreCase", "ascii"];

/** Scripts to begin with, those of the folder `examples`: their names, what their first comment says, and their texts. */
const SCRIPTS = __SCRIPTS__;

/** Regexes are asked while they are written, after a pause of so many milliseconds. */
const PAUSE = 150;

/** The address follows so many milliseconds later: the browser takes as long for a new one as for most answers. */
const ADDRESS = 100;

const client = engine.start();
let asked = 0;
let isRunning = false;
let pause;
let address;

function kind() {
  return document.querySelector("input[name=kind]:checked").value;
}

function question() {
  const fields = { kind: kind(), dialect: $("dialect").value };
  for (const name of TEXTS) fields[name] = $(name).value;
  for (const name of FLAGS) fields[name] = $(name).checked;
  return fields;
}

/** Fills the form. */
function put(question) {
  document.querySelector(`input[name=kind][value=${question.kind}]`).checked = true;
  for (const name of TEXTS) $(name).value = question[name] ?? "";
  for (const name of FLAGS) $(name).checked = question[name] ?? false;
  $("dialect").value = question.dialect ?? "ecma";
  if ($("dialect").value === "") $("dialect").value = "ecma";
  showKind();
}

function showKind() {
  const isScript = kind() === "script";
  $("script").hidden = !isScript;
  $("regexes").hidden = isScript;
  const names = examples().map(({ name }, index) => make("option", { value: String(index) }, name));
  $("example").replaceChildren(make("option", { value: "" }, "your own"), ...names);
  $("about").textContent = "";
}

function examples() {
  return kind() === "script" ? SCRIPTS : REGEXES;
}

function pick(index) {
  const example = examples()[index];
  if (example === undefined) return;
  put({ kind: kind(), ...example });
  $("example").value = String(index);
  $("about").textContent = example.about;
  ask();
}

/** Asks what the form says. */
function ask() {
  clearTimeout(pause);
  const fields = question();
  const timeout = Number($("timeout").value) || undefined;
  clearTimeout(address);
  address = setTimeout(() => history.replaceState(null, "", link.write(fields)), ADDRESS);
  return work(() => {
    verdict("running", "Thinking");
    results();
    if (fields.kind === "script") return script.ask(client, fields.text, timeout, goTo);
    const { first, second, dialect, search, ignoreCase, ascii } = fields;
    return regex.ask(client, { first, second, dialect, search, ignoreCase, ascii, timeout }, work);
  });
}

/** Does something that can be cancelled, instead of what is running. */
async function work(task) {
  if (isRunning) client.cancel();
  const number = ++asked;
  running(true);
  try {
    await task();
  } catch (error) {
    if (number === asked && error.name !== "AbortError") failed(error);
  } finally {
    if (number === asked && isRunning) running(false);
  }
}

function failed(error) {
  const late = error.message === "the time limit was reached";
  if (late) verdict("open", "No answer in time", "Set a larger limit, or ask something simpler.");
  else verdict("bad", "No answer", error.message);
}

function running(is) {
  isRunning = is;
  $("cancel").disabled = !is;
  $("answer").setAttribute("aria-busy", String(is));
}

function cancel() {
  if (!isRunning) return;
  const isOpen = state() === "running";
  client.cancel();
  running(false);
  // What is known stays.
  if (isOpen) verdict("none", "Cancelled", "The next question goes to a fresh solver.");
}

/** Sets the cursor of the script. */
function goTo(line, column) {
  const text = $("text");
  const before = text.value.split("\n").slice(0, line - 1);
  const at = before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
  text.focus();
  text.setSelectionRange(at, at + 1);
  text.scrollTop = (line - 4) * parseFloat(getComputedStyle(text).lineHeight);
}

async function copyLink() {
  clearTimeout(address);
  history.replaceState(null, "", link.write(question()));
  try {
    await navigator.clipboard.writeText(location.href);
    $("copied").textContent = "Copied.";
  } catch {
    $("copied").textContent = "It is the address of this page now.";
  }
  setTimeout(() => ($("copied").textContent = ""), 3000);
}

function edited() {
  $("example").value = "";
  $("about").textContent = "";
  clearTimeout(pause);
  if (kind() === "regex") pause = setTimeout(ask, PAUSE);
}

/** The question of an address; without one, the first example. */
function open(url) {
  const linked = link.read(new URL(url).hash);
  if (linked === undefined) return pick(0);
  put(linked);
  ask();
}

$("question").addEventListener("submit", (event) => {
  event.preventDefault();
  ask();
});
$("cancel").addEventListener("click", cancel);
$("link").addEventListener("click", copyLink);
$("example").addEventListener("change", () => pick(Number($("example").value)));
$("timeout").addEventListener("change", ask);
for (const name of TEXTS) $(name).addEventListener("input", edited);
for (const name of ["dialect", ...FLAGS]) $(name).addEventListener("change", ask);
$("kinds").addEventListener("change", () => {
  showKind();
  pick(0);
});
addEventListener("hashchange", ({ newURL }) => open(newURL));
addEventListener("keydown", (event) => {
  if (event.key === "Escape") cancel();
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) ask();
});
open(location.href);
