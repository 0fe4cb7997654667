// How two sets of strings relate.

/** Compares two sets; each of the three questions has the limit in milliseconds. Of an empty set, it says `subset`. */
export function compare(first, second, timeout) {
  const onlyFirst = first.difference(second, timeout);
  const onlySecond = second.difference(first, timeout);
  const both = first.intersection(second, timeout);
  const found = { onlyFirst, onlySecond, both };
  for (const part in found) if (found[part] === undefined) delete found[part];
  return { relation: relation(found), ...found };
}

function relation({ onlyFirst, onlySecond, both }) {
  if (onlyFirst === undefined) return onlySecond === undefined ? "equal" : "subset";
  if (onlySecond === undefined) return "superset";
  return both === undefined ? "disjoint" : "overlapping";
}
