import { copyString } from '../copy-string.ts';
import { severityOf } from '../general/severity.ts';
import { createTally, type Tally } from '../tally.ts';
import { type AccessEntry, parseAccessLine } from './access-line.ts';
import { timeRangeOf, widen } from './time-range.ts';

export interface FailedPath {
  /** The first request of the group: `GET /api/orders/5 500`. */
  name: string;
  path: string;
  /** Others of the group have other paths. */
  isVaried: boolean;
  status: number;
  count: number;
  line: number;
  firstTime: string | null;
  lastTime: string | null;
}

export interface Access {
  count: number;
  /** Non-blank lines that are not requests. */
  otherLines: number;
  /** The first of those that report an error, one of each kind. */
  errors: readonly { text: string; line: number }[];
  firstTime: string | null;
  lastTime: string | null;
  statuses: Tally;
  paths: Tally;
  clients: Tally;
  /** Responses of 4xx and 5xx, by method, path and status. */
  failed: readonly FailedPath[];
  byteLength: number;
  /** The slowest requests, each path once. */
  slowest: readonly { name: string; elapsedMs: number; line: number }[];
  /** Requests that report their duration. */
  elapsed: { count: number; sumMs: number };
}

const maxErrors = 20;
const errorCharacters = 400;
const shapeCharacters = 60;
/** An error that is reported. */
const minSeverity = 3;
const maxFailed = 2_000;
const maxSlowest = 5;
const pathCharacters = 160;

export function createAccessReading() {
  const state = openAccessReading();
  return {
    line: (text: string, line: number) => readLine(state, text, line),
    finish: () => finish(state),
  };
}

const openAccessReading = () => ({
  statuses: createTally(200),
  paths: createTally(5_000),
  clients: createTally(5_000),
  failed: new Map<string, FailedPath>(),
  slowest: [] as Access['slowest'][number][],
  errors: new Map<string, { text: string; line: number }>(),
  elapsed: { count: 0, sumMs: 0 },
  count: 0,
  otherLines: 0,
  byteLength: 0,
  times: timeRangeOf(null),
});
type AccessReadingState = ReturnType<typeof openAccessReading>;

function fail(
  state: AccessReadingState,
  shape: string,
  { method, path, status, time }: AccessEntry,
  line: number,
) {
  const key = `${shape} ${status}`;
  const known = state.failed.get(key);
  if (known) {
    known.count += 1;
    known.isVaried ||= path !== known.path;
    widen(known, time);
  } else if (state.failed.size < maxFailed) {
    const name = copyString(`${method} ${path.slice(0, pathCharacters)} ${status}`);
    state.failed.set(key, {
      name,
      path: copyString(path),
      isVaried: false,
      status,
      count: 1,
      line,
      ...timeRangeOf(time),
    });
  }
}

function time(state: AccessReadingState, name: string, elapsedMs: number, line: number) {
  state.elapsed.count += 1;
  state.elapsed.sumMs += elapsedMs;
  if (state.slowest.length === maxSlowest && elapsedMs <= (state.slowest.at(-1)?.elapsedMs ?? 0)) return;
  const same = state.slowest.find((known) => known.name === name);
  if (same && same.elapsedMs >= elapsedMs) return;
  state.slowest = [...state.slowest.filter((known) => known !== same), { name, elapsedMs, line }]
    .toSorted((a, b) => b.elapsedMs - a.elapsedMs)
    .slice(0, maxSlowest);
}

function readLine(state: AccessReadingState, text: string, line: number): void {
  const entry = parseAccessLine(text);
  if (!entry) {
    if (text.trim() === '') return;
    state.otherLines += 1;
    const shape = text.replaceAll(/\d+/g, '0').slice(0, shapeCharacters);
    if (state.errors.size < maxErrors && !state.errors.has(shape) && severityOf(text) >= minSeverity)
      state.errors.set(shape, { text: copyString(text.slice(0, errorCharacters)), line });
    return;
  }
  state.count += 1;
  widen(state.times, entry.time);
  state.byteLength += entry.byteLength ?? 0;
  const name = `${entry.method} ${shapeOf(entry.path)}`;
  state.statuses.add(String(entry.status));
  state.paths.add(name);
  if (entry.client !== null) state.clients.add(entry.client);
  if (entry.status >= 400) fail(state, name, entry, line);
  if (entry.elapsedMs !== null) time(state, name, entry.elapsedMs, line);
}

const finish = (state: AccessReadingState): Access => ({
  count: state.count,
  errors: [...state.errors.values()],
  otherLines: state.otherLines,
  ...state.times,
  statuses: state.statuses,
  paths: state.paths,
  clients: state.clients,
  failed: [...state.failed.values()],
  byteLength: state.byteLength,
  slowest: state.slowest,
  elapsed: state.elapsed,
});

/**
 * Paths that differ only in identifiers are one: in `/users/12/orders` numbers and long identifiers become
 * `:n` and `:id`.
 */
function shapeOf(path: string): string {
  const text = path.length > pathCharacters ? path.slice(0, pathCharacters) : path;
  if (!/\d/.test(text)) return text;
  return text
    .split('/')
    .map((part) => (/^\d+$/.test(part) ? ':n' : /^[0-9a-fA-F-]{16,64}$/.test(part) ? ':id' : part))
    .join('/');
}
