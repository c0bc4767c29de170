import type { LineRange } from '../core/algorithms/lines/lines.ts';
import { cutText } from '../core/algorithms/text/cut-text.ts';
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
}

const exitCodeNames = ['exitCode', 'exit_code', 'code'];
const noteCharacters = 200;

/**
 * What a tool returns is a text, an object around one (`{ stdout, stderr, exitCode }`, `{ path, content }`), or JSON.
 * @throws Error when it cannot be written as JSON
 */
export function readOutput(output: unknown): OutputText {
  if (typeof output === 'string') return { ...nothing, text: output };
  if (output === undefined) return nothing;
  return readStreams(output) ?? readWrapped(output) ?? { ...nothing, text: jsonOf(output), isJson: true };
}

const nothing: OutputText = { text: '', isJson: false, exitCode: null, stderrLines: [], notes: [] };

/** As it would be sent without a split. */
const jsonOf = (output: unknown): string => JSON.stringify(output) ?? '';

/** The two streams of a command, one after the other. `null`: these are none. */
function readStreams(output: unknown): OutputText | null {
  if (!isFlat(output)) return null;
  const { stdout = '', stderr = '', ...rest } = output;
  if (!('stdout' in output || 'stderr' in output)) return null;
  if (typeof stdout !== 'string' || typeof stderr !== 'string') return null;
  const first = stdout === '' || stderr === '' || stdout.endsWith('\n') ? stdout : `${stdout}\n`;
  const from = linesOf(first) + 1;
  const stderrLines = stderr === '' ? [] : [{ from, to: from + Math.max(linesOf(stderr), 1) - 1 }];
  return { ...nothing, text: first + stderr, stderrLines, ...describeRest(rest) };
}

/** The one text of several lines among short values. `null`: there is none, or there are several. */
function readWrapped(output: unknown): OutputText | null {
  if (!isFlat(output)) return null;
  const texts = Object.entries(output).filter(
    ([, value]) => typeof value === 'string' && (value.includes('\n') || value.length > noteCharacters),
  );
  const [found, ...others] = texts;
  if (!found || others.length > 0) return null;
  const [name, text] = found;
  const { [name]: _, ...rest } = output;
  return { ...nothing, text: String(text), ...describeRest(rest) };
}

function describeRest(rest: Record<string, unknown>): Pick<OutputText, 'exitCode' | 'notes'> {
  const codeName = exitCodeNames.find((name) => Number.isInteger(rest[name]));
  const notes = Object.entries(rest)
    .filter(([name, value]) => name !== codeName && value !== null && value !== undefined && value !== '')
    .map(([name, value]) => cutText(oneLine(`${name}: ${value}`), noteCharacters));
  return { exitCode: codeName === undefined ? null : Number(rest[codeName]), notes };
}

/** An object of texts, numbers and the like: nothing of it is lost where its values are named one by one. */
const isFlat = (output: unknown): output is Record<string, unknown> =>
  typeof output === 'object' &&
  output !== null &&
  !Array.isArray(output) &&
  Object.values(output).every((value) => value === null || !['object', 'function'].includes(typeof value));

const linesOf = (text: string): number =>
  text.split('\n').length - (text.endsWith('\n') || text === '' ? 1 : 0);
