export interface MentionedPerson {
  id: string;
  name: string;
}

/** A mention being typed: the offset of its `@`, and the text from there to the caret. */
export interface MentionQuery {
  start: number;
  text: string;
}

const offered = 6;
const longest = 60;

/** `null`: no mention is being typed at the caret. A letter before the `@` makes it an e-mail address. */
export function mentionAt(text: string, caret: number): MentionQuery | null {
  const match = /(?:^|[^\p{L}\p{N}_@])@([^@\n`]*)$/u.exec(text.slice(Math.max(0, caret - longest), caret));
  const written = match?.[1];
  return written === undefined ? null : { start: caret - written.length - 1, text: written };
}

/**
 * People with a name, or part of one, that starts with the query; names that start with it come first. Empty
 * if no name continues it.
 */
export function matchPeople(people: readonly MentionedPerson[], query: string): MentionedPerson[] {
  const wanted = query.toLowerCase();
  const begins = people.filter(({ name }) => name.toLowerCase().startsWith(wanted));
  const within = people.filter(
    (person) => !begins.includes(person) && person.name.toLowerCase().includes(` ${wanted}`),
  );
  return [...begins, ...(wanted === '' ? [] : within)].slice(0, offered);
}

/** A path is written as code. */
export const writePath = (text: string, query: MentionQuery, path: string): { text: string; caret: number } =>
  writeInstead(text, query, `\`${path}\``);

/** Completes the mention in the text, and returns the new caret offset. */
export const writeMention = (
  text: string,
  query: MentionQuery,
  name: string,
): { text: string; caret: number } => writeInstead(text, query, `@${name}`);

function writeInstead(
  text: string,
  { start, text: written }: MentionQuery,
  words: string,
): { text: string; caret: number } {
  const remaining = text.slice(start + 1 + written.length);
  const mention = `${words}${/^[\s\p{P}]/u.test(remaining) ? '' : ' '}`;
  const caret = start + mention.length + (remaining.startsWith(' ') ? 1 : 0);
  return { text: text.slice(0, start) + mention + remaining, caret };
}
