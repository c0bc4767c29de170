/** A parsed view as the model reads it: what the split left out, and what it says in its own words. */
export type View =
  /** The result itself. */
  | { kind: 'whole'; text: string }
  /** The first line of a summary, and the lines below it as selected. */
  | { kind: 'summary'; firstLine: string; facts: string[]; artifactId: string | null }
  /** Only people see the result. */
  | { kind: 'shown'; words: string; artifactId: string | null };

const wayBack =
  /^recall_output\("(art_[a-z2-7]{26})"(?:\)|, (?:lines|jsonPath): "[^"\n]{1,80}"\), or a query)$/;
const notStored = 'The rest could not be stored.';
const shown =
  /^Shown to people: ([\s\S]*), (?:(art_[a-z2-7]{26})|it could not be stored)\. You have not (?:read|seen) it\.$/;

/** @param isForPeople whether the tool shows its results to people and sends the model a confirmation */
export function readView(text: string, isForPeople = false): View {
  const confirmed = isForPeople ? shown.exec(text) : null;
  if (confirmed) return { kind: 'shown', words: confirmed[1] ?? '', artifactId: confirmed[2] ?? null };
  const [firstLine = '', ...lines] = text.split('\n');
  const back = wayBack.exec(lines.at(-1) ?? '');
  if (!back && lines.at(-1) !== notStored) return { kind: 'whole', text };
  const facts = factLines(lines);
  return { kind: 'summary', firstLine, facts, artifactId: back?.[1] ?? null };
}

/** Lines without their ends; empty for an empty text. */
export const viewLinesOf = (text: string): string[] =>
  text === '' ? [] : text.replace(/\n$/, '').split('\n');

/** Lines from the result are indented by a space; headings and counts of omitted lines are not. */
export const factLines = (lines: readonly string[]): string[] =>
  lines.filter((line) => line.startsWith(' ')).map((line) => line.slice(1));
