import type { LogEntry, LogFormat } from './log-entry.ts';
import { levelOfNumber } from './log-level.ts';

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
const errorKeys = ['err', 'error', 'exception', 'exc_info', 'stack', '@x', 'stack_trace'];

/** A JSON object a line, as pino, zerolog, structlog and others write them. `null`: the first lines do not have what logs have. */
export function detectJsonFormat(lines: readonly string[]): LogFormat | null {
  const objects = lines.filter((line) => line.startsWith('{') && line.includes('":'));
  if (objects.length < 2 || objects.length * 2 < lines.length) return null;
  const found = (keys: readonly string[]) =>
    keys.find((key) => objects.filter((line) => placeOf(line, key) !== -1).length * 2 > objects.length) ??
    null;
  const [level, time, message, source] = [
    found(levelKeys),
    found(timeKeys),
    found(messageKeys),
    found(sourceKeys),
  ];
  if (message === null || (level === null && time === null)) return null;
  return {
    isTimed: time !== null,
    isLiteral: false,
    parse(text) {
      if (!text.startsWith('{')) return null;
      const said = fieldOf(text, message) ?? '';
      const error = errorKeys.map((key) => errorOf(text, key)).find((value) => value !== null) ?? null;
      const told = level && fieldOf(text, level);
      return {
        time: time && timeOf(fieldOf(text, time)),
        level: told && (levelOfNumber(told) ?? told),
        message: error === null || said.includes(error) ? said : `${said}: ${error}`,
        source: source && fieldOf(text, source),
      } satisfies LogEntry;
    },
  };
}

function placeOf(text: string, key: string): number {
  const place = text.indexOf(`"${key}"`);
  return place === -1 || text[text.indexOf(':', place)] === undefined ? -1 : place;
}

const value = /\s*:\s*(?:"((?:[^"\\]|\\.)*)"|(-?\d[\d.eE+-]*|true|false))/y;

/** A string or number of an object, without reading the whole: of a line that was cut what is there counts. */
function fieldOf(text: string, key: string): string | null {
  const place = text.indexOf(`"${key}"`);
  if (place === -1) return null;
  value.lastIndex = place + key.length + 2;
  const [, string, number] = value.exec(text) ?? [];
  if (string === undefined) return number ?? null;
  return string.includes('\\') ? unescaped(string) : string;
}

function unescaped(string: string): string {
  try {
    return String(JSON.parse(`"${string}"`));
  } catch {
    // No JSON after all: as it stands.
    return string;
  }
}

/** `"error":"msg"`, or the message of `"err":{"type":"E","message":"msg"}`; of a stack the first line. */
function errorOf(text: string, key: string): string | null {
  const place = text.indexOf(`"${key}":`);
  if (place === -1) return null;
  const told = fieldOf(text, key);
  if (told !== null)
    return told.startsWith('Traceback')
      ? (told.trimEnd().split('\n').at(-1) ?? null)
      : (told.split('\n', 1)[0] ?? null);
  const start = text.indexOf('{', place);
  if (start === -1 || start > place + key.length + 5) return null;
  return fieldOf(text.slice(start), 'message') ?? fieldOf(text.slice(start), 'msg');
}

/** Milliseconds and seconds since 1970 as a date. */
function timeOf(text: string | null): string | null {
  if (text === null || !/^\d{10}(?:\d{3})?(?:\.\d+)?$/.test(text)) return text;
  const [whole = ''] = text.split('.');
  return new Date(Number(whole) * (whole.length === 13 ? 1 : 1000)).toISOString();
}
