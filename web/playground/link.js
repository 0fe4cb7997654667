// A question as the fragment of an address, which browsers send to nobody: `#kind=regex&first=a*&second=...`.

const FLAGS = ["search", "ignoreCase", "ascii"];

/** The fragment of a question, without what has its default. */
export function write(question) {
  const fields = new URLSearchParams({ kind: question.kind });
  if (question.kind === "script") {
    fields.set("text", question.text);
  } else {
    fields.set("first", question.first);
    fields.set("second", question.second);
    if (question.dialect !== "ecma") fields.set("dialect", question.dialect);
    for (const flag of FLAGS) if (question[flag]) fields.set(flag, "1");
  }
  return `#${fields}`;
}

/** The question in a fragment, or nothing if there is none. */
export function read(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const kind = fields.get("kind");
  if (kind === "script") return { kind, text: fields.get("text") ?? "" };
  if (kind !== "regex") return undefined;
  const question = { kind, dialect: fields.get("dialect") ?? "ecma" };
  for (const name of ["first", "second"]) question[name] = fields.get(name) ?? "";
  for (const flag of FLAGS) question[flag] = fields.has(flag);
  return question;
}
