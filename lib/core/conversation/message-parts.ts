import { textPattern } from '../algorithms/text/text-pattern.ts';
import { attachmentMark } from '../vocabulary/attachment-mark.ts';

type Person = { id: string; name: string };

/** A part of a message as people see it: text, `code` between backticks, a link, a mention, or the mark of an attachment. */
export interface MessagePart {
  kind: 'words' | 'code' | 'link' | 'mention' | 'attachment';
  /** Code is without its backticks, a mark without brackets and ID: `attachment 1: 2,400 lines`. */
  text: string;
  /** The members a mention refers to: several, if they have the same name. The artifact of a mark. */
  ids: readonly string[];
}

/** Divides a message into parts. Names within code are not mentions. */
export function messageParts(text: string, people: readonly Person[]): MessagePart[] {
  const pattern = mentionPattern(people);
  const idsOf = idsByName(people);
  // Every second part of the split is between backticks.
  return text.split(/`([^`\n]+)`/).flatMap((part, index): MessagePart[] => {
    if (index % 2 === 1) return [{ kind: 'code', text: part, ids: [] }];
    return withMarks(part).flatMap((one) =>
      one.kind !== 'words'
        ? [one]
        : withLinks(one.text).flatMap((inner) =>
            inner.kind === 'words' && pattern !== null ? withMentions(inner.text, pattern, idsOf) : [inner],
          ),
    );
  });
}

/** The members of `people` whom a message mentions by `@` and their name, each once. */
export function findMentioned<P extends Person>(text: string, people: readonly P[]): P[] {
  const mentions = messageParts(text, people).filter(({ kind }) => kind === 'mention');
  const named = new Set(mentions.flatMap(({ ids }) => ids));
  return people.filter(({ id }) => named.has(id));
}

function withMarks(text: string): MessagePart[] {
  // Of every three parts of the split, the second and third are of a mark.
  const pieces = text.split(attachmentMark);
  const parts = pieces.flatMap((piece, index): MessagePart[] => {
    if (index % 3 === 0) return piece === '' ? [] : [words(piece)];
    return index % 3 === 1 ? [{ kind: 'attachment', text: piece, ids: [pieces[index + 1] ?? ''] }] : [];
  });
  return parts.length === 0 ? [words('')] : parts;
}

/** Addresses of pages, without what ends the sentence that they are in. */
function withLinks(text: string): MessagePart[] {
  const parts: MessagePart[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(
    /(?<![\p{L}\p{N}])https?:\/\/[\p{L}\p{N}][^\s<>"'`«»\u2000-\u206f\u3000-\u303f\uff00-\uffef]*/gu,
  )) {
    const link = withoutEnd(found);
    if (index > from) parts.push(words(text.slice(from, index)));
    parts.push({ kind: 'link', text: link, ids: [] });
    from = index + link.length;
  }
  if (from < text.length || parts.length === 0) parts.push(words(text.slice(from)));
  return parts;
}

/** A closing bracket belongs to an address that has the opening one. */
function withoutEnd(address: string): string {
  let unopened = address.split(')').length - address.split('(').length;
  let end = address.length;
  while (/[.,;:!?*_|\]]/.test(address[end - 1] ?? '') || (address[end - 1] === ')' && unopened > 0)) {
    end -= 1;
    if (address[end] === ')') unopened -= 1;
  }
  return address.slice(0, end);
}

const words = (text: string): MessagePart => ({ kind: 'words', text, ids: [] });

/**
 * Longest name first, so that `@Ada Lovelace` is not read as `@Ada`. A letter before the `@` makes it an
 * email address; a letter after the name makes it another name.
 */
function mentionPattern(people: readonly Person[]): RegExp | null {
  const names = people.map(({ name }) => name).filter((name) => name !== '');
  if (names.length === 0) return null;
  const longestFirst = names.toSorted((one, other) => other.length - one.length).map(sourceOf);
  return new RegExp(`(?<![\\p{L}\\p{N}_@])@(?:${longestFirst.join('|')})(?![\\p{L}\\p{N}_])`, 'giu');
}

function withMentions(text: string, pattern: RegExp, idsOf: (name: string) => string[]): MessagePart[] {
  const parts: MessagePart[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (index > from) parts.push(words(text.slice(from, index)));
    parts.push({ kind: 'mention', text: found, ids: idsOf(found.slice(1)) });
    from = index + found.length;
  }
  if (from < text.length || parts.length === 0) parts.push(words(text.slice(from)));
  return parts;
}

/**
 * Each spelling of a name is looked up among the people only once: a message may contain it thousands of
 * times.
 */
function idsByName(people: readonly Person[]): (name: string) => string[] {
  const known = new Map<string, string[]>();
  const bears = (name: string) => (person: Person) =>
    person.name.length === name.length && new RegExp(`^${sourceOf(person.name)}$`, 'iu').test(name);
  return (name) => {
    const ids = known.get(name) ?? people.filter(bears(name)).map(({ id }) => id);
    known.set(name, ids);
    return ids;
  };
}

const sourceOf = (name: string): string => textPattern({ query: name, isCaseSensitive: false }).source;
