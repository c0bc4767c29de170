import { inspect } from 'node:util';
import type { LineRange } from '../core/algorithms/lines/lines.ts';
import { oneLine } from '../core/algorithms/text/one-line.ts';

/** An output of a tool as people read it, and what it says besides. */
export interface OutputText {
  text: string;
  isJson: boolean;
  /** `null`: it does not say. */
  exitCode: number | null;
  /** Lines of the text that come from standard error. */
  stderrLines: LineRange[];
  /** What else it says, each in a few words: `truncated: true`. */
  notes: string[];
  /** What is in neither, as JSON; `null`: nothing. */
  rest: string | null;
}

/** Beside the streams of a command, and beside any other text. */
const exitCodeNames = {
  streams: ['exitCode', 'exit_code', 'status', 'code'],
  text: ['exitCode', 'exit_code'],
};
const noteCharacters = 200;
/** Of all notes: they are no part of what the split bounds. */
const notesCharacters = 400;

/**
 * What a tool returns is a text, an object around one (`{ stdout, stderr, exitCode }`, `{ path, content }`), or JSON.
 * Never throws.
 */
export function readOutput(output: unknown): OutputText {
  if (typeof output === 'string') return { ...emptyOutput, text: output };
  if (output === undefined) return emptyOutput;
  return readStreams(output) ?? readWrapped(output) ?? jsonOf(output);
}

export const emptyOutput: OutputText = {
  ...{ text: '', isJson: false, exitCode: null, stderrLines: [], notes: [], rest: null },
};

/** As it would be sent without a split, or as Node prints it where JSON would say nothing of it, or fails. */
function jsonOf(output: unknown): OutputText {
  const text = jsonText(output);
  return text === null
    ? { ...emptyOutput, text: inspect(output, inspected) }
    : { ...emptyOutput, text, isJson: true };
}

const inspected = { depth: 20, maxArrayLength: null, maxStringLength: null, breakLength: 120 } as const;

/** `null`: there is no such JSON. */
function jsonText(value: unknown): string | null {
  try {
    const text = JSON.stringify(value);
    return text === undefined || (text === '{}' && !isPlainObject(value)) ? null : text;
  } catch {
    return null;
  }
}

/** The two streams of a command, one after the other. `null`: these are none. */
export function readStreams(output: unknown): OutputText | null {
  if (!isRecord(output) || !('stdout' in output || 'stderr' in output)) return null;
  const { stdout = '', stderr = '', ...rest } = output;
  if (!isStream(stdout) || !isStream(stderr)) return null;
  const [first, last] = [String(stdout), String(stderr)];
  const before = first === '' || last === '' || first.endsWith('\n') ? first : `${first}\n`;
  const from = linesOf(before) + 1;
  const stderrLines = last === '' ? [] : [{ from, to: from + Math.max(linesOf(last), 1) - 1 }];
  return { ...emptyOutput, text: before + last, stderrLines, ...describeRest(rest, exitCodeNames.streams) };
}

const isStream = (value: unknown): value is string | Buffer =>
  typeof value === 'string' || Buffer.isBuffer(value);

/** The one long text among short values. `null`: there is none, or there are several. */
function readWrapped(output: unknown): OutputText | null {
  if (!isRecord(output) || !isPlainObject(output)) return null;
  const [found, ...others] = Object.entries(output).filter(([, value]) => !isShort(value));
  if (!found || others.length > 0 || typeof found[1] !== 'string') return null;
  const [name, text] = found;
  const { [name]: _, ...rest } = output;
  return { ...emptyOutput, text, ...describeRest(rest, exitCodeNames.text) };
}

function describeRest(
  rest: Record<string, unknown>,
  codeNames: readonly string[],
): Pick<OutputText, 'exitCode' | 'notes' | 'rest'> {
  const codeName = codeNames.find((name) => isExitCode(rest[name]));
  const others = Object.entries(rest).filter(
    ([name, value]) => name !== codeName && value !== null && value !== undefined && value !== '',
  );
  const notes = fittingNotes(others.filter(([, value]) => isShort(value)));
  return {
    exitCode: codeName === undefined ? null : Number(rest[codeName]),
    notes,
    rest: notes.length === others.length ? null : jsonOf(Object.fromEntries(others)).text,
  };
}

/** The first of them, as far as there is room. */
function fittingNotes(entries: readonly [string, unknown][]): string[] {
  let left = notesCharacters;
  const notes = entries.map(([name, value]) => oneLine(`${name}: ${value}`));
  const end = notes.findIndex((note) => {
    left -= note.length;
    return left < 0;
  });
  return end === -1 ? notes : notes.slice(0, end);
}

/** As systems have them, also where a signal is a negative number. */
const isExitCode = (value: unknown): boolean => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 32;

/** It can be said in a few words. */
const isShort = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.length <= noteCharacters && !value.includes('\n')
    : value === null || !['object', 'function'].includes(typeof value);

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPlainObject = (value: unknown): boolean =>
  isRecord(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value));

const linesOf = (text: string): number =>
  text.split('\n').length - (text.endsWith('\n') || text === '' ? 1 : 0);
