import type { FoundSecret } from './found-secret.ts';
import { isChosenSecret, type ValueStyle } from './password-value.ts';
import { findValue, type Value } from './read-value.ts';
import type { SecretKind } from './secret-kind.ts';
import { kindOfName } from './secret-name-endings.ts';

const nameCharacters = 60;
/** At most this many characters between a name and its value. */
const gapCharacters = 120;

/** A name that marks its value as a secret. */
export interface SecretName {
  start: number;
  end: number;
  kind: SecretKind;
  text: string;
}

/** Names of settings about a password, not passwords: `require_password`, `ERR_INVALID_PASSWORD`. */
const statement =
  /(?:^|[_.-]|(?<=[a-z])(?=[A-Z]))(?:has|is|no|non|min|max|require[ds]?|show|hide|forgot|reset|change|invalid|wrong|missing|weak|bad|err(?:or)?|expired?|incorrect|empty|verify|check|validate|toggle|mask)[_.-]?(?:pass|pwd)/i;

/** The name that contains the word at `at`. `null`: it is not the name of a secret. */
export function secretNameAt(text: string, at: number): SecretName | null {
  let start = at;
  while (start > 0 && at - start < nameCharacters && isNamePart(text.charCodeAt(start - 1))) start -= 1;
  let end = at;
  while (end < text.length && end - at < nameCharacters && isWordPart(text.charCodeAt(end))) end += 1;
  const name = text.slice(start, end);
  const kind = kindOf(name);
  return kind === null ? null : { start, end, kind, text: name };
}

/** A text has few distinct names and repeats each of them. */
const kinds = new Map<string, SecretKind | null>();
const maxKinds = 2_000;

function kindOf(name: string): SecretKind | null {
  const known = kinds.get(name);
  if (known !== undefined) return known;
  if (kinds.size >= maxKinds) kinds.clear();
  const kind = statement.test(name) ? null : kindOfName(name);
  kinds.set(detached(name), kind);
  return kind;
}

/** Copies the name, so that it does not retain the text it was cut from. */
const detached = (name: string): string => Buffer.from(name, 'latin1').toString('latin1');

/** The value that the text assigns to a name. `null`: it has none here, or one that cannot be a secret. */
export function namedValueAt(text: string, name: SecretName): FoundSecret | null {
  const found =
    assigned(text, name) ?? inElement(text, name) ?? (isCommon(name) ? null : unassigned(text, name));
  if (!found) return null;
  const style = isCommon(name) ? 'inline' : found.style;
  if (!isChosenSecret(found.text, name.kind, style)) return null;
  return { start: found.start, end: found.end, kind: name.kind };
}

/** "pass" alone is also what tests do. */
const isCommon = ({ text }: SecretName): boolean => /^pass$/i.test(text);

const unassigned = (text: string, name: SecretName): NamedValue | null =>
  passed(text, name) ?? standing(text, name);

interface NamedValue extends Value {
  style: ValueStyle;
}

const assignment = /["'`\\]{0,4}[)\]]?\??[ \t]{0,16}(?:={1,3}>?|:=?|\?=)(?!=)[ \t]{0,16}/y;
/** A type between a name and its assigned value. */
const typed = /(?:string|str|String|any|text)\??[ \t]{0,4}=[ \t]{0,4}(?=["'`])/y;

/** `password: hunter2`, `"password": "hunter2"`, `DB_PASSWORD=hunter2`. */
function assigned(text: string, name: SecretName): NamedValue | null {
  const gap = matchAt(assignment, text, name.end);
  if (gap === null) return null;
  const from = name.end + gap.length;
  const type = matchAt(typed, text, from);
  const value = findValue(text, from + (type?.length ?? 0));
  if (value === null) return null;
  if (value.isQuoted) return { ...value, style: 'quoted' };
  if (isVerdict(name, gap)) return null;
  const isAlone = startsLine(text, name.start) && endsLine(text, value.end);
  const isCapitals = /^[A-Z][A-Z0-9_]*$/.test(name.text);
  const isTight = gap === '=';
  if (isCapitals && (isTight || isAlone)) return { ...value, style: 'setting' };
  if (isAlone) return { ...value, style: isTight && isFirst(text, name.start) ? 'setting' : 'line' };
  if (name.text.startsWith('-')) return { ...value, style: 'line' };
  // In code an unquoted value is a variable.
  const isCode = !isTight && gap !== ':' && /[;)]/.test(text.charAt(value.end));
  return isCode ? null : { ...value, style: 'inline' };
}

/** Test runners print `PASS` before a test that passed. */
const isVerdict = (name: SecretName, gap: string): boolean => name.text === 'PASS' && gap !== '=';

const valueAttribute = /["'][ \t]{0,4}(?:,[ \t]{0,4}["']?|[ \t])value["']?[ \t]{0,4}[:=][ \t]{0,4}/iy;
const opening = /["']?>(?=[^<\s])/y;

/**
 * `<password>hunter2</password>`, `name="password" value="hunter2"`,
 * `{"name": "PASSWORD", "value": "hunter2"}`.
 */
function inElement(text: string, name: SecretName): NamedValue | null {
  const attribute = matchAt(valueAttribute, text, name.end);
  if (attribute !== null) {
    const value = findValue(text, name.end + attribute.length);
    return value && { ...value, style: 'quoted' };
  }
  const open = matchAt(opening, text, name.end);
  const value = open === null ? null : findValue(text, name.end + open.length);
  return value && text.startsWith('</', value.end) ? { ...value, style: 'quoted' } : null;
}

const argument = /["'][ \t]{0,4},[ \t]{0,4}(?=["'])|\([ \t]{0,4}(?=["'])/y;
const definitions = /(?:define|setenv|putenv|set|put|add|append|setProperty|env)[ \t]?\([ \t]?["']$/i;
const flagGap = /["']?(?:[ \t]{1,8}|["']?[ \t]{0,4},[ \t]{0,4})(?=[^ \t-])/y;
const quotedGap = /[ \t]{1,4}(?=')/y;

/** `define('DB_PASSWORD', 'hunter2')`, `setPassword("hunter2")`, `--password hunter2`, `PASSWORD 'hunter2'`. */
function passed(text: string, name: SecretName): NamedValue | null {
  if (name.text.startsWith('--')) {
    const gap = matchAt(flagGap, text, name.end);
    const value = gap === null ? null : findValue(text, name.end + gap.length);
    return value && !/^[A-Z_]+$/.test(value.text) ? { ...value, style: 'line' } : null;
  }
  const gap = matchAt(argument, text, name.end) ?? matchAt(quotedGap, text, name.end);
  const value = gap === null ? null : findValue(text, name.end + gap.length);
  if (gap === null || value === null) return null;
  const isDefined = definitions.test(text.slice(Math.max(0, name.start - 24), name.start));
  if (isDefined || !gap.includes(',')) return { ...value, style: 'quoted' };
  // In a list the next word may be another name.
  return /\d/.test(value.text) && !/[.*]/.test(value.text) ? { ...value, style: 'inline' } : null;
}

const besides = /[ \t]{0,16}(?:\|[ \t]{0,32}|\t[ \t]{0,32}| {2,64})|[ \t]/y;
const netrc = /(?:^|\n|[ \t])(?:machine|default|login|account)[ \t][^\n]{0,200}$/;
const entryEnd = /["'|]?[ \t|]{0,40}(?:#|\r?(?:\n|$)|(?:machine|default|account|port)[ \t])/y;
const dockerEnvironment = /(?:^|\n)[ \t]*(?:ENV|ARG)[ \t]+$/i;

/** `password hunter2`, as in a `.netrc`, a Dockerfile or a table of names and values. */
function standing(text: string, name: SecretName): NamedValue | null {
  const gap = matchAt(besides, text, name.end);
  const value = gap === null ? null : findValue(text, name.end + gap.length);
  if (value === null || matchAt(entryEnd, text, value.end) === null) return null;
  const before = text.slice(Math.max(0, name.start - gapCharacters * 2), name.start);
  if (dockerEnvironment.test(before) || netrc.test(before)) return { ...value, style: 'setting' };
  return startsLine(text, name.start) && endsLine(text, value.end) ? { ...value, style: 'inline' } : null;
}

const lineStart =
  /(?:^|\n)(?:[ \t]{0,40}\d{1,9}[:|\t-])?[+>| \t-]{0,40}(?:(?:export|set|setx|ENV|ARG|let|env)[ \t]+|\$env:|["'])?$/;
/** Requires the line to end here: one more word would make it a sentence. */
const lineEnd = /(?:["'])?[ \t|]{0,40}(?:#|\r?(?:\n|$))/y;

const startsLine = (text: string, at: number): boolean =>
  lineStart.test(text.slice(Math.max(0, at - 100), at));
const endsLine = (text: string, at: number): boolean => matchAt(lineEnd, text, at) !== null;
const isFirst = (text: string, at: number): boolean =>
  at === 0 ||
  !/[ \t]/.test(text.charAt(at - 1)) ||
  /(?:export|ENV|ARG|set)[ \t]$/.test(text.slice(Math.max(0, at - 8), at));

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

const isWordPart = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95 ||
  code === 45;
const isNamePart = (code: number): boolean => isWordPart(code) || code === 46;
