import { countIndent } from './count-indent.ts';
import type { FailureMeaning } from './failure-text.ts';
import type { SourceLocation } from './source-location.ts';
import { plainPath, stackFrame } from './stack-frame.ts';
import { tidyMessage } from './tidy-message.ts';

const maxLines = 60;

/** Reads the details TAP prints below a failed test: a YAML block, or Perl's comments. */
export interface TapNotes {
  /** @returns whether the line belongs to the details */
  line(line: string): boolean;
  /** `#          got: '4.375'`. */
  diagnostic(line: string): void;
  readonly isOpen: boolean;
  /** The test failed because of its subtests, which are reported themselves. */
  readonly isOfParts: boolean;
  /** `null`: there were no details. */
  meaning(): FailureMeaning | null;
}

const field =
  /^\s*'?(error|message|operator|expected|wanted|actual|found|got|at|location|stack|diff|failureType)'? *: *(.*)$/;

const differenceStart = "'Difference (- actual, + expected):'";
const blockMark = /^[|>][-+]?\d*[-+]?$/;

/** @param words the point's own text, when the name of the test is printed elsewhere */
export function createTapNotes(words: string | null): TapNotes {
  const state = openTapNotes(words);
  return {
    line: (line) => readLine(state, line),
    diagnostic: (line) => diagnostic(state, line),
    get isOpen() {
      return state.isOpen;
    },
    get isOfParts() {
      return state.fields.get('failureType')?.[0] === 'subtestsFailed';
    },
    meaning: () => meaning(state),
  };
}

const openTapNotes = (words: string | null) => ({
  words,
  fields: new Map<string, string[]>(),
  isOpen: false,
  count: 0,
  current: null as string[] | null,
  /** Indent of an open multi-line text: every line indented further belongs to it. */
  blockIndent: null as number | null,
  fieldIndent: 0,
});
type TapNotesState = ReturnType<typeof openTapNotes>;

/** `at:`, and below it `fileName: …` and `lineNumber: …`. */
const isPartOfLocation = (state: TapNotesState, indent: number) =>
  state.current === state.fields.get('at') && indent > state.fieldIndent;

function put(state: TapNotesState, key: string, value: string, indent: number) {
  // The thrown error says more than the note that something was thrown.
  if (key === 'message' && /^(?:Error thrown|Rejected promise)/.test(state.fields.get(key)?.[0] ?? ''))
    state.fields.delete(key);
  state.current = state.fields.get(key) ?? [];
  state.fields.set(key, state.current);
  state.fieldIndent = indent;
  state.blockIndent = blockMark.test(value) ? indent : null;
  if (value !== '' && !blockMark.test(value) && state.current.length === 0)
    state.current.push(unquoted(value));
}

function first(state: TapNotesState, ...keys: string[]): string[] {
  for (const key of keys) {
    const buffered = state.fields.get(key);
    if (buffered && buffered.length > 0) return buffered;
  }
  return [];
}

const marked = (state: TapNotesState, mark: string): string[] =>
  (state.fields.get('difference') ?? []).flatMap((text) => (text.startsWith(mark) ? [text.slice(2)] : []));

function readLine(state: TapNotesState, line: string): boolean {
  const text = line.trim();
  if (text === '---') {
    state.isOpen = true;
    return true;
  }
  if (!state.isOpen) return false;
  if (text === '...') {
    state.isOpen = false;
    return true;
  }
  state.count += 1;
  if (state.count > maxLines || text === '') return true;
  const indent = countIndent(line);
  if (state.blockIndent !== null && indent > state.blockIndent) {
    state.current?.push(unquoted(text));
    return true;
  }
  state.blockIndent = null;
  const match = field.exec(line);
  if (match) put(state, match[1] ?? '', (match[2] ?? '').replace(/,$/, ''), indent);
  else if (text.startsWith(differenceStart))
    put(state, 'difference', text.slice(differenceStart.length).trim(), indent);
  else if (/^\s*[\w']+: /.test(line) && !isPartOfLocation(state, indent)) state.current = null;
  else state.current?.push(unquoted(text));
  return true;
}

function diagnostic(state: TapNotesState, line: string) {
  const text = line.replace(/^#\s+/, '');
  const at = /^at (\S+) line (\d+)\.$/.exec(text);
  const value = /^\$?(got|expected)[^:=]{0,80}[:=] (.*)$/.exec(text);
  const inBats = /\bin test file (\S+), line (\d+)\)$/.exec(text);
  if (inBats) put(state, 'at', `${inBats[1]}:${inBats[2]}`, 0);
  else if (text.startsWith('(from function ')) return;
  else if (at) put(state, 'at', `${at[1]}:${at[2]}`, 0);
  else if (value) put(state, value[1] ?? '', value[2] ?? '', 0);
  else if (state.fields.has('message')) put(state, 'output', text, 0);
  else if (!text.startsWith('Failed test')) put(state, 'message', text, 0);
}

function meaning(state: TapNotesState): FailureMeaning | null {
  if (state.fields.size === 0) return null;
  const at = locationInParts(first(state, 'at')).flatMap((text) => ownLocations(text))[0] ?? null;
  const own = [
    ...locationInParts(first(state, 'at')),
    ...first(state, 'location'),
    ...first(state, 'stack'),
  ].flatMap((text) => ownLocations(text));
  const [message = state.words, more] = first(state, 'error', 'message');
  const stack = state.fields.get('stack') ?? [];
  const diff = state.fields.get('diff') ?? [];
  const inDiff = (mark: string) =>
    diff[0] === '--- expected' ? diff.slice(2).flatMap((text) => sideOf(text, mark)) : [];
  // bats names the command that failed, and below it what that printed.
  const output = message?.startsWith('`') ? first(state, 'output').slice(0, 1) : [];
  const isTitle = message?.endsWith(':') && more !== undefined && !/^[+-] /.test(more);
  return {
    test: testOf(own, at),
    raised: stack.flatMap((text) => ownLocations(text))[0] ?? own[0] ?? null,
    message: [...(message === null ? [] : [tidyMessage(message)]), ...(isTitle ? [more] : []), ...output],
    sides: {
      expected: [...first(state, 'expected', 'wanted'), ...marked(state, '+ '), ...inDiff('-')],
      actual: [...first(state, 'actual', 'found', 'got'), ...marked(state, '- '), ...inDiff('+')],
    },
  };
}

const sideOf = (text: string, mark: string): string[] =>
  text.startsWith(mark) ? [text.slice(1).trim().replace(/,$/, '')] : [];

/** Merges `fileName: test/rates.js` and `lineNumber: 12` into one location. */
function locationInParts(messages: readonly string[]): readonly string[] {
  const part = (form: RegExp) =>
    messages.map((text) => form.exec(text)?.[1]).find((text) => text !== undefined);
  const path = part(/^file(?:Name)?: (.+)$/);
  const line = part(/^line(?:Number)?: (\d+)$/);
  return path === undefined || line === undefined ? messages : [`${path}:${line}`];
}

/**
 * The reported location if it is in a test file, else the first frame in one; when no path looks like a test,
 * the last.
 */
const testOf = (own: readonly SourceLocation[], at: SourceLocation | null): SourceLocation | null =>
  at !== null && looksLikeTest(at)
    ? at
    : (own.findLast((location) => looksLikeTest(location)) ?? own.at(-1) ?? null);

const looksLikeTest = ({ path }: SourceLocation): boolean =>
  /(?:^|[/._-])(?:tests?|specs?|t)(?=[/._-])/i.test(path);

/** A frame in project code, or a bare location. */
function ownLocations(text: string): SourceLocation[] {
  const plain = /^([^\s():]+):(\d+)(?::\d+)?$/.exec(text);
  if (plain) return [{ path: plainPath(plain[1] ?? ''), line: plain[2] ?? null }];
  const own = stackFrame(text.startsWith('at ') ? text : `at ${text}`)?.own ?? null;
  return own === null ? [] : [own];
}

const unquoted = (text: string): string => text.replace(/^(['"])(.*)\1$/, '$2');
