import type { Commit } from './commit.ts';
import { dateAt, gitDayOf } from './git-date.ts';

type Field = 'hash' | 'date' | 'author' | 'subject' | 'decoration' | 'other';
type Token = { literal: string } | { field: Field };

/** Reads a commit from one line of a log, by the requested format. `null`: the line does not match it. */
export type LineTemplate = (text: string, line: number) => Commit | null;

const fields: Record<string, Field> = {
  h: 'hash',
  H: 'hash',
  s: 'subject',
  f: 'subject',
  an: 'author',
  aN: 'author',
  ae: 'author',
  aE: 'author',
  al: 'author',
  d: 'decoration',
};
const placeholder =
  /%(?:C\([^)]{0,40}\)|C(?:red|green|blue|reset)|[<>]{1,2}\|?\([^)]{0,40}\)|x[0-9a-fA-F]{2}|[ac][A-Za-z]|G[A-Za-z?]|g[A-Za-z]|\([^)]{0,80}\)|[A-Za-z%+ -])/g;

/** `git log --oneline`, and `git reflog`. */
export const onelineTemplate: LineTemplate = templateOf([
  { field: 'hash' },
  { field: 'decoration' },
  { literal: ' ' },
  { field: 'subject' },
]);

/** Parses a format of placeholders. Only its first line is read, which every commit has. */
export function parseLineTemplate(format: string): LineTemplate | null {
  const tokens: Token[] = [];
  const literal = (text: string) => {
    const last = tokens.at(-1);
    if (text === '') return;
    if (last && 'literal' in last) last.literal += text;
    else tokens.push({ literal: text });
  };
  let offset = 0;
  for (const match of format.matchAll(placeholder)) {
    literal(format.slice(offset, match.index));
    offset = match.index + match[0].length;
    const name = match[0].slice(1);
    if (name === 'n') {
      offset = format.length;
      break;
    }
    if (name === '%') literal('%');
    else if (/^x/.test(name)) literal(String.fromCharCode(Number.parseInt(name.slice(1), 16)));
    else if (!/^[C<>]/.test(name)) tokens.push({ field: fieldOf(name) });
  }
  literal(format.slice(offset));
  return tokens.some((token) => 'field' in token) ? templateOf(tokens) : null;
}

const fieldOf = (name: string): Field => fields[name] ?? (/^[ac][dDrtiIsh]$/.test(name) ? 'date' : 'other');

const hash = /[<>=+-]?\^?([0-9a-f]{4,64})/y;
const decoration = / ?\([^)]{1,500}\)/y;

const patterns: Partial<Record<Field, RegExp>> = { hash, date: dateAt };

function templateOf(tokens: readonly Token[]): LineTemplate {
  return (text, line) => {
    const found: Partial<Record<Field, string>> = {};
    let offset = 0;
    for (const [at, token] of tokens.entries()) {
      const end =
        'literal' in token ? endOfLiteral(text, offset, token.literal) : endOf(tokens, at, text, offset);
      if (end === -1) return null;
      if ('field' in token && end > offset) found[token.field] ??= text.slice(offset, end);
      offset = end;
    }
    if (found.hash === undefined && found.subject === undefined && found.author === undefined) return null;
    const date = found.date ?? null;
    return {
      hash: found.hash?.replace(/^[^0-9a-f]+/, '') ?? null,
      date,
      day: date === null ? null : gitDayOf(date),
      author: found.author ?? null,
      subject: found.subject ?? '',
      decoration: found.decoration?.trim() ?? null,
      line,
    };
  };
}

const endOfLiteral = (text: string, index: number, literal: string): number =>
  text.startsWith(literal, index) ? index + literal.length : -1;

/** The end of the field that begins at an offset; `-1`: the field is not there. */
function endOf(tokens: readonly Token[], at: number, text: string, offset: number): number {
  const token = tokens[at];
  const field = token && 'field' in token ? token.field : 'other';
  const pattern = patterns[field];
  if (pattern) return endOfMatch(pattern, text, offset);
  if (field === 'decoration') return Math.max(offset, endOfMatch(decoration, text, offset));
  const next = tokens[at + 1];
  if (next === undefined) return text.length;
  if ('field' in next) return next.field === 'decoration' ? beforeNames(text, offset) : offset;
  const after = tokens[at + 2];
  const wanted = after && 'field' in after ? patterns[after.field] : undefined;
  let end = text.indexOf(next.literal, offset);
  while (wanted && end !== -1 && endOfMatch(wanted, text, end + next.literal.length) === -1) {
    end = text.indexOf(next.literal, end + 1);
  }
  return end;
}

/**
 * For `%s%d`: the offset at which the subject ends, before ref names in parentheses at the end of the line,
 * if there are any.
 */
function beforeNames(text: string, index: number): number {
  const names = text.endsWith(')') ? text.lastIndexOf(' (') : -1;
  const isNames = names >= index && /^ \((?:HEAD\b|tag: |[\w./-]{1,200}(?:, |\)$))/.test(text.slice(names));
  return isNames ? names : text.length;
}

function endOfMatch(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
