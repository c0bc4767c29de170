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
  const fields = new Map<string, string[]>();
  let isOpen = false;
  let count = 0;
  let current: string[] | null = null;
  /** Indent of an open multi-line text: every line indented further belongs to it. */
  let blockIndent: number | null = null;
  let fieldIndent = 0;

  /** `at:`, and below it `fileName: …` and `lineNumber: …`. */
  const isPartOfLocation = (indent: number) => current === fields.get('at') && indent > fieldIndent;

  const put = (key: string, value: string, indent: number) => {
    // The thrown error says more than the note that something was thrown.
    if (key === 'message' && /^(?:Error thrown|Rejected promise)/.test(fields.get(key)?.[0] ?? ''))
      fields.delete(key);
    current = fields.get(key) ?? [];
    fields.set(key, current);
    fieldIndent = indent;
    blockIndent = blockMark.test(value) ? indent : null;
    if (value !== '' && !blockMark.test(value) && current.length === 0) current.push(unquoted(value));
  };
  const first = (...keys: string[]): string[] => {
    for (const key of keys) {
      const buffered = fields.get(key);
      if (buffered && buffered.length > 0) return buffered;
    }
    return [];
  };
  const marked = (mark: string): string[] =>
    (fields.get('difference') ?? []).flatMap((text) => (text.startsWith(mark) ? [text.slice(2)] : []));
  return {
    line(line) {
      const text = line.trim();
      if (text === '---') {
        isOpen = true;
        return true;
      }
      if (!isOpen) return false;
      if (text === '...') {
        isOpen = false;
        return true;
      }
      count += 1;
      if (count > maxLines || text === '') return true;
      const indent = countIndent(line);
      if (blockIndent !== null && indent > blockIndent) {
        current?.push(unquoted(text));
        return true;
      }
      blockIndent = null;
      const match = field.exec(line);
      if (match) put(match[1] ?? '', (match[2] ?? '').replace(/,$/, ''), indent);
      else if (text.startsWith(differenceStart))
        put('difference', text.slice(differenceStart.length).trim(), indent);
      else if (/^\s*[\w']+: /.test(line) && !isPartOfLocation(indent)) current = null;
      else current?.push(unquoted(text));
      return true;
    },
    diagnostic(line) {
      const text = line.replace(/^#\s+/, '');
      const at = /^at (\S+) line (\d+)\.$/.exec(text);
      const value = /^\$?(got|expected)[^:=]{0,80}[:=] (.*)$/.exec(text);
      const inBats = /\bin test file (\S+), line (\d+)\)$/.exec(text);
      if (inBats) put('at', `${inBats[1]}:${inBats[2]}`, 0);
      else if (text.startsWith('(from function ')) return;
      else if (at) put('at', `${at[1]}:${at[2]}`, 0);
      else if (value) put(value[1] ?? '', value[2] ?? '', 0);
      else if (fields.has('message')) put('output', text, 0);
      else if (!text.startsWith('Failed test')) put('message', text, 0);
    },
    get isOpen() {
      return isOpen;
    },
    get isOfParts() {
      return fields.get('failureType')?.[0] === 'subtestsFailed';
    },
    meaning() {
      if (fields.size === 0) return null;
      const at = locationInParts(first('at')).flatMap((text) => ownLocations(text))[0] ?? null;
      const own = [...locationInParts(first('at')), ...first('location'), ...first('stack')].flatMap((text) =>
        ownLocations(text),
      );
      const [message = words, more] = first('error', 'message');
      const stack = fields.get('stack') ?? [];
      const diff = fields.get('diff') ?? [];
      const inDiff = (mark: string) =>
        diff[0] === '--- expected' ? diff.slice(2).flatMap((text) => sideOf(text, mark)) : [];
      // bats names the command that failed, and below it what that printed.
      const output = message?.startsWith('`') ? first('output').slice(0, 1) : [];
      const isTitle = message?.endsWith(':') && more !== undefined && !/^[+-] /.test(more);
      return {
        test: testOf(own, at),
        raised: stack.flatMap((text) => ownLocations(text))[0] ?? own[0] ?? null,
        message: [...(message === null ? [] : [tidyMessage(message)]), ...(isTitle ? [more] : []), ...output],
        sides: {
          expected: [...first('expected', 'wanted'), ...marked('+ '), ...inDiff('-')],
          actual: [...first('actual', 'found', 'got'), ...marked('- '), ...inDiff('+')],
        },
      };
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
