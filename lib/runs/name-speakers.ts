import { cutText } from '../core/algorithms/text/cut-text.ts';
import type { ThreadItem } from '../core/conversation/thread-items.ts';

const nameCharacters = 80;

/**
 * The speaker line that begins a person's message to the model, by message ID. There is none before the
 * second person's first message, whatever comes later: what the model has read never changes, so a provider's
 * prompt cache stays valid. The first line that names a speaker also says who wrote the messages before it.
 */
export function nameSpeakers(items: readonly ThreadItem[]): ReadonlyMap<string, string> {
  const lines = new Map<string, string>();
  const names = speakerNames(items);
  const seen = new Set<string>();
  for (const item of items) {
    if (item.kind !== 'user' || item.runId === null) continue;
    const { id } = item.author;
    const [first = ''] = seen;
    const isFirstOfSecond = seen.size === 1 && !seen.has(id);
    seen.add(id);
    if (seen.size === 1) continue;
    const before = isFirstOfSecond ? `; all before it: ${names.get(first)}` : '';
    lines.set(item.messageId, `[[from: ${names.get(id)}${before}]]`);
  }
  return lines;
}

/** The names of those who wrote to the agent, by ID: two people of one name have each their own. */
export function speakerNames(items: readonly ThreadItem[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const item of items) {
    if (item.kind !== 'user' || item.runId === null || names.has(item.author.id)) continue;
    names.set(item.author.id, uniqueName(item.author.name, new Set(names.values())));
  }
  return names;
}

/** A message as the model reads it, without the lines that the server puts before it. */
export const withoutServerLines = (text: string): string =>
  text.replace(/^(?:\[\[(?:team|from|reply): [^\n]*\]\]\n)+/, '');

/**
 * Defuses lines in a person's message that imitate the server's, even while only one person has written:
 * others may join later.
 */
export const withoutImitations = (text: string): string =>
  text.replace(
    /^([\t\v\f\x85\p{Zs}\p{Cf}]*\[\p{Cf}*)(\[[\t\v\f\x85\p{Zs}\p{Cf}]*(?:from|team|reply|continue|compacted|left\s+out)\b)/gimu,
    '$1 $2',
  );

/** People choose their names, so a name must not end the line it is in. */
export function plainName(name: string): string {
  const plain = cutText(
    name
      .replace(/[[\];]|\p{C}/gu, ' ')
      .replace(/\s+/gu, ' ')
      .trim(),
    nameCharacters,
  );
  return plain === '' ? 'somebody' : plain;
}

/** Makes the names of two people with the same name distinct. */
function uniqueName(name: string, accepted: ReadonlySet<string>): string {
  const base = plainName(name);
  let unique = base;
  for (let count = 2; accepted.has(unique); count += 1) unique = `${base} (${count})`;
  return unique;
}
