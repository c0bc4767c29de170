import { setImmediate } from 'node:timers/promises';
import { traitsOf } from '#lib/core/vocabulary/artifact-types.ts';
import { createTerminalCleaner } from '../core/algorithms/terminal/terminal-cleaner.ts';
import { binaryKind } from '../split/binary-kind.ts';
import { createDigest, wholeTextBytes } from '../split/digest.ts';
import { createResultReading, type ResultReading, type TextEdges } from '../split/read-result.ts';
import { endOfWholeLine, endOfWholeLines } from '../split/secrets/whole-lines.ts';
import type { Ending, Subject } from '../split/summarizer.ts';
import type { Understood } from '../split/summary.ts';
import { createLineIndexer, looksBinary, sniffOf, type TextEncoding } from '../stores/line-index.ts';
import { decodeText } from './decode-text.ts';
import { wordEnd } from './word-end.ts';

export interface IngestedText {
  byteLength: number;
  /** `null`: not text. */
  lineCount: number | null;
  encoding: TextEncoding | null;
  /** `null`: too long to keep in memory, or not text. */
  whole: string | null;
  /** The first and last 512 KiB; for a text that is kept whole, all of it. */
  head: string;
  tail: string;
  headBytes: Uint8Array;
  tailBytes: Uint8Array;
  /** The text differs from the bytes: terminal sequences or the sizes of a listing were removed. */
  isCleaned: boolean;
  /** What readers understand of it: read now, unless it was read as it came. Only for text, and only once. */
  understand(ending: Pick<Ending, 'exitCode' | 'counts'>): Promise<Understood>;
}

/**
 * Creates a function that removes secrets from one text that arrives in whole lines; line numbers do not
 * change.
 */
type CreateHide = () => (text: string) => string;

export interface TextIngest {
  /**
   * Bytes that are kept are copied: the caller may reuse their memory. Calls must be awaited one after
   * another.
   */
  push(chunk: Uint8Array): Promise<void>;
  /** The first characters of what has come so far. */
  head(): string;
  finish(): Promise<IngestedText>;
}

/** How much identifies a result while it grows. */
const headBytes = 4 * 1024;
/** Read in one go; other work runs between two pieces. */
const pieceLength = 64 * 1024;

/**
 * What the split reads of a streamed result, in bounded memory: its edges, all of a short text, and what
 * readers understand of it. A text too long to keep is read as it comes, a shorter one on request.
 * @param createHide `null`: the readers' result is not needed, so nothing is read
 * @param isLongRead whether a text too long to keep is also read
 */
export function createTextIngest(
  subject: Subject,
  createHide: CreateHide | null,
  isLongRead = true,
): TextIngest {
  const { type } = subject;
  const digest = createDigest();
  const indexer = createLineIndexer(sniffOf(type));
  let byteLength = 0;
  let first = Buffer.alloc(0);
  let long: LongText | null = null;

  /** Called once there is too much to keep. What is not text so far never will be. */
  const beginLong = async (current: Uint8Array, next: Uint8Array) => {
    const encoding = indexer.peek()?.encoding;
    if (!encoding || !createHide || !isLongRead || !isReadable(current, type)) return;
    const head = Buffer.concat([current, next.subarray(0, pieceLength)]).subarray(0, pieceLength);
    const begun = createLongText(encoding, subject, createHide, head);
    for (let start = 0; start < current.length; start += pieceLength) {
      begun.push(current.subarray(start, start + pieceLength));
      await setImmediate();
    }
    long = begun;
  };
  return {
    head: () => new TextDecoder().decode(first),
    async push(chunk) {
      if (first.length < headBytes)
        first = Buffer.concat([first, chunk.subarray(0, headBytes - first.length)]);
      const wasShort = byteLength <= wholeTextBytes;
      byteLength += chunk.length;
      indexer.push(chunk);
      if (wasShort && byteLength > wholeTextBytes) {
        await beginLong(digest.peek() ?? new Uint8Array(0), chunk);
      }
      digest.push(chunk);
      long?.push(chunk);
    },
    async finish() {
      const { whole, head, tail } = digest.finish();
      const bytes = { byteLength, headBytes: head, tailBytes: tail };
      // People see whatever a terminal printed; a model does not read binary data.
      const isBytes = traitsOf(type).isBytes || !isReadable(head, type);
      const index = isBytes ? null : indexer.finish();
      if (index === null) return { ...bytes, ...noText };
      const { lineCount, encoding } = index;
      const decode = (part: Uint8Array) => decodeText(part, encoding, type);
      const wholeText = whole && (await decode(whole));
      const [headText, tailText] = wholeText
        ? [wholeText, wholeText]
        : [await decode(head), await decode(tail)];
      return {
        ...bytes,
        lineCount,
        encoding,
        whole: wholeText?.text ?? null,
        head: headText.text,
        tail: tailText.text,
        isCleaned: headText.isCleaned,
        async understand(ending) {
          if (!createHide) throw new Error('nobody was to ask what is understood of it');
          const reading = long?.finish() ?? (await readWhole(subject, createHide, wholeText?.note ?? ''));
          return reading.finish({ ...ending, lineCount, byteLength });
        },
      };
    },
  };
}

/** Reads a text that was kept whole, letting other work run in between. */
async function readWhole(subject: Subject, createHide: CreateHide, text: string): Promise<ResultReading> {
  const edges = { head: text.slice(0, pieceLength), tail: text.slice(-pieceLength) };
  const reading = createResultReading(subject, hideEdges(edges, createHide));
  const hide = createHide();
  for (const piece of lineEndedPieces(text)) {
    reading.push(hide(piece));
    if (text.length > pieceLength) await setImmediate();
  }
  return reading;
}

const hideEdges = ({ head, tail }: TextEdges, createHide: CreateHide): TextEdges => ({
  head: createHide()(head),
  tail: createHide()(tail),
});

/** Pieces of some 64 K characters that end with a line, since a secret may be anywhere within one. */
function* lineEndedPieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = endOfWholeLine(text, start + pieceLength);
    yield text.slice(start, end);
    start = end;
  }
}

const noText = {
  lineCount: null,
  encoding: null,
  whole: null,
  head: '',
  tail: '',
  isCleaned: false,
  understand: (): Promise<Understood> => {
    throw new Error('what is not text has no facts');
  },
} as const;

/**
 * Whether a model could read a result with this start. For every artifact but a terminal's, the encoding
 * decides.
 */
const isReadable = (head: Uint8Array, type: Subject['type']): boolean =>
  !traitsOf(type).hasEscapes || !(looksBinary(head) || (head.includes(0) && binaryKind(head) !== null));

interface LongText {
  push(chunk: Uint8Array): void;
  finish(): ResultReading;
}

/** Maximum length of an unfinished line in memory. */
const maxCharacters = 256 * 1024;

/**
 * Decodes, cleans and masks piece by piece: in whole lines, since a secret may be anywhere within one, and in
 * whole words for a line without end.
 */
function createLongText(
  encoding: TextEncoding,
  subject: Subject,
  createHide: CreateHide,
  headBytes: Uint8Array,
): LongText {
  const decoder = new TextDecoder(encoding);
  const cleaner = traitsOf(subject.type).hasEscapes ? createTerminalCleaner() : null;
  const head = new TextDecoder(encoding).decode(headBytes);
  const reading = createResultReading(subject, hideEdges({ head, tail: '' }, createHide));
  const hide = createHide();
  let remaining = '';
  const take = (text: string) => {
    const buffered = remaining + text;
    const lineEnd = endOfWholeLines(buffered);
    const end = lineEnd === 0 && buffered.length > maxCharacters ? wordEnd(buffered) : lineEnd;
    if (end > 0) reading.push(hide(buffered.slice(0, end)));
    remaining = buffered.slice(end);
  };
  const clean = (text: string) => (cleaner ? cleaner.push(text) : text);
  return {
    push: (chunk) => take(clean(decoder.decode(chunk, { stream: true }))),
    finish() {
      take(clean(decoder.decode()) + (cleaner?.finish() ?? ''));
      if (remaining !== '') reading.push(hide(remaining));
      return reading;
    },
  };
}
