import type { LogEntry, LogFormat } from './log-entry.ts';
import { levelOfNumber } from './log-level.ts';
import { isOwnCode } from './traces/own-code.ts';
import { traceLineOf } from './traces/trace-line.ts';

const levelKeys = [
  'level',
  'severity',
  'lvl',
  'levelname',
  'log.level',
  'loglevel',
  'Level',
  '@l',
  'PRIORITY',
];
const timeKeys = [
  'time',
  'timestamp',
  'ts',
  '@timestamp',
  'asctime',
  'datetime',
  'date',
  '@t',
  'Timestamp',
  't',
];
const messageKeys = ['msg', 'message', 'event', 'MESSAGE', '@mt', '@m', 'Message', 'text'];
const sourceKeys = ['logger', 'name', 'service', 'component', 'module', 'logger_name', 'caller'];
const statusKeys = ['status', 'statusCode', 'status_code'];
const urlKeys = ['uri', 'url', 'path'];
const codeKeys = ['code', 'errorCode', 'error_code', 'errno'];
const stackKeys = ['stack', 'stack_trace', 'stacktrace', 'exc_info', 'exception', 'error.stack_trace'];
const errorKeys = ['err', 'error', 'exception', 'exc_info', 'stack', '@x', 'stack_trace'];

/**
 * One JSON object per line, as pino, zerolog, structlog and others write them. `null`: the first lines lack
 * the fields of a log.
 */
export function detectJsonFormat(lines: readonly string[]): LogFormat | null {
  const objects = lines.filter((line) => line.startsWith('{') && line.includes('":'));
  if (objects.length < 2 || objects.length * 2 < lines.length) return null;
  const found = (keys: readonly string[]) =>
    keys.find((key) => objects.filter((line) => keyOffset(line, key) !== -1).length * 2 > objects.length) ??
    null;
  const [level, time, message, source] = [
    found(levelKeys),
    found(timeKeys),
    found(messageKeys),
    found(sourceKeys),
  ];
  const [status, url] = [found(statusKeys), found(urlKeys)];
  if (message === null || (level === null && time === null)) return null;
  return {
    isTimed: time !== null,
    isLiteral: false,
    keys: keysOf(objects),
    fieldsOf: (text) => fieldsIn(text, new Set([level, time, message, source])),
    parse(text) {
      if (!text.startsWith('{')) return null;
      const words = fieldOf(text, message) ?? '';
      const error = errorKeys.map((key) => errorOf(text, key)).find((value) => value !== null) ?? null;
      const detail = error === null ? null : detailOf(text);
      const label = level && fieldOf(text, level);
      return {
        time: time && timeOf(fieldOf(text, time)),
        level: label && (levelOfNumber(label) ?? label),
        message: [
          error === null || words.includes(error) ? words : `${words}: ${error}`,
          status && url ? requestOf(text, status, url) : '',
        ].join(''),
        source: source && fieldOf(text, source),
        hasError: error !== null && !isNoError.test(error),
        ...(detail === null ? {} : { detail }),
      } satisfies LogEntry;
    },
  };
}

/** The index of a key, not of an equal string value. */
function keyOffset(text: string, key: string): number {
  const word = `"${key}"`;
  for (let offset = text.indexOf(word); offset !== -1; offset = text.indexOf(word, offset + 1)) {
    const next = text.charCodeAt(offset + word.length);
    if (next === colon || (next === space && text[offset + word.length + 1] === ':')) return offset;
  }
  return -1;
}

const colon = 58;
const space = 32;

const value = /\s*:\s*(?:"((?:[^"\\]|\\.)*)"|(-?\d[\d.eE+-]*|true|false))/y;

/** A string or number field, found without parsing the whole object, so that a cut line still works. */
function fieldOf(text: string, key: string): string | null {
  const offset = keyOffset(text, key);
  if (offset === -1) return null;
  value.lastIndex = offset + key.length + 2;
  const [, string, number] = value.exec(text) ?? [];
  if (string === undefined) return number ?? null;
  return string.includes('\\') ? unescaped(string) : string;
}

function unescaped(string: string): string {
  try {
    return String(JSON.parse(`"${string}"`));
  } catch {
    // Not valid JSON after all; used as it is.
    return string;
  }
}

/** `"error":"msg"`, or the message of `"err":{"type":"E","message":"msg"}`; the first line of a stack. */
function errorOf(text: string, key: string): string | null {
  const offset = keyOffset(text, key);
  if (offset === -1) return null;
  const message = fieldOf(text, key);
  if (message !== null)
    return message.startsWith('Traceback')
      ? (message.trimEnd().split('\n').at(-1) ?? null)
      : (message.split('\n', 1)[0] ?? null);
  const start = text.indexOf('{', offset);
  if (start === -1 || start > offset + key.length + 5) return null;
  return fieldOf(text.slice(start), 'message') ?? fieldOf(text.slice(start), 'msg');
}

/** An error's code, such as `ECONNREFUSED`, and its location in project code. */
function detailOf(text: string): string | null {
  const code = codeKeys
    .map((key) => fieldOf(text, key))
    .find((value) => value !== null && isCode.test(value));
  const stack = stackKeys.map((key) => fieldOf(text, key)).find((value) => value?.includes('\n'));
  const location = stack == null ? null : ownFrameIn(stack);
  const parts = [code ?? null, location === null ? null : `at ${location}`].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' ');
}

/** What some loggers write in the error field when there is no error. */
export const isNoError = /^(?:|0|false|true|null|none|nil|undefined|<nil>|-)$/i;

const isCode = /^[A-Z][A-Z0-9_]{2,60}$/;

/** File and line of the innermost frame in project code. */
function ownFrameIn(stack: string): string | null {
  const frames = stack
    .split('\n', 60)
    .flatMap((line) => {
      const result = traceLineOf(line);
      return result?.means === 'frame' ? [result] : [];
    })
    .filter(({ frame }) => isOwnCode(frame.symbol, frame.location));
  const own = frames[0]?.order === 'innermost last' ? frames.at(-1) : frames[0];
  return own?.frame.location?.replace(/^.*[/\\]/, '').replace(/(:\d+):\d+$/, '$1') ?? null;
}

const objectsRead = 100;
const keysShown = 16;

function keysOf(lines: readonly string[]): string[] {
  const keys = new Set<string>();
  for (const line of lines.slice(0, objectsRead)) {
    for (const key of keysIn(line)) if (keys.size < keysShown && key.length <= 40) keys.add(key);
  }
  return [...keys];
}

function keysIn(line: string): string[] {
  try {
    return Object.keys(JSON.parse(line));
  } catch {
    // The last line of the head is cut.
    return [];
  }
}

/** All fields, those of nested objects with a dotted name: `err.code`. Empty for a line that was cut. */
function fieldsIn(text: string, apart: ReadonlySet<string | null>): [string, string][] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return [];
  }
  const fields: [string, string][] = [];
  const add = (object: object, prefix: string) => {
    for (const [key, value] of Object.entries(object)) {
      if (prefix === '' && apart.has(key)) continue;
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
        fields.push([prefix + key, String(value)]);
      else if (prefix === '' && typeof value === 'object' && value !== null && !Array.isArray(value))
        add(value, `${key}.`);
    }
  };
  if (typeof parsed === 'object' && parsed !== null) add(parsed, '');
  return fields;
}

/** The status and URL of a failed request: ` 500 /orders`. */
function requestOf(text: string, statusKey: string, urlKey: string): string {
  const status = fieldOf(text, statusKey) ?? '';
  return /^[45]\d\d$/.test(status) ? ` ${status} ${fieldOf(text, urlKey) ?? ''}` : '';
}

/** Formats milliseconds or seconds since 1970 as a date. */
function timeOf(text: string | null): string | null {
  if (text === null || !/^\d{10}(?:\d{3})?(?:\.\d+)?$/.test(text)) return text;
  const [whole = ''] = text.split('.');
  return new Date(Number(whole) * (whole.length === 13 ? 1 : 1000)).toISOString();
}
