import { setImmediate } from 'node:timers/promises';
import { createTerminalCleaner } from '../core/terminal-cleaner.ts';
import { binaryKind } from '../split/binary-kind.ts';
import { createDigest, wholeTextBytes } from '../split/digest.ts';
import { createResultReading, type ResultReading, type TextEdges } from '../split/read-result.ts';
import { endOfWholeLine, endOfWholeLines } from '../split/secrets/whole-lines.ts';
import type { Ending, Subject } from '../split/summarizer.ts';
import type { Understood } from '../split/summary.ts';
import { createLineIndexer, looksBinary, sniffOf, type TextEncoding } from '../stores/line-index.ts';
import { decodeText } from './decode-text.ts';
import { wordEnd } from './word-end.ts';

export interface TakenText {
  byteLength: number;
  /** `null`: not text. */
  lineCount: number | null;
  encoding: TextEncoding | null;
  /** `null`: too long to hold, or not text. */
  whole: string | null;
  /** The first and last 512 KiB; of a text that is held, all of it. */
  head: string;
  tail: string;
  headBytes: Uint8Array;
  tailBytes: Uint8Array;
  /** The text is not the bytes: what only a terminal understands was taken out, or the sizes of a listing. */
  isCleaned: boolean;
  /** What readers make of it: it is read now, if it was not read as it came. For text alone, once. */
  understand(ending: Pick<Ending, 'exitCode' | 'counts'>): Promise<Understood>;
}

/** Makes what takes the secrets out of one text that comes by in whole lines; these keep their numbers. */
type CreateHide = () => (text: string) => string;

export interface TextIntake {
  /** The bytes are copied where they are kept: the caller may use their memory again. Calls are awaited one after another. */
  push(chunk: Uint8Array): Promise<void>;
  /** The first characters of what has come so far. */
  head(): string;
  finish(): Promise<TakenText>;
}

/** What a result is known by while it grows. */
const headBytes = 4 * 1024;
/** Read in one go; between two pieces others get their turn. */
const pieceLength = 64 * 1024;

/**
 * What the split reads of a result that streams by, in bounded memory: its edges, the whole where it is short, and what
 * readers understand of it: what is too long to hold is read as it comes, the rest when somebody asks.
 * @param createHide `null`: nobody will ask what is understood of it, so nothing is read
 * @param isLongRead what is too long to hold is read too
 */
export function createTextIntake(
  subject: Subject,
  createHide: CreateHide | null,
  isLongRead = true,
): TextIntake {
  const { type } = subject;
  const digest = createDigest();
  const indexer = createLineIndexer(sniffOf(type));
  let byteLength = 0;
  let first = Buffer.alloc(0);
  let long: LongText | null = null;

  /** Once there is too much to hold. What is no text so far will be none. */
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
      // Of a terminal people see whatever was printed; a model reads no bytes.
      const isBytes = type === 'image' || type === 'binary' || !isReadable(head, type);
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

/** A text that was held: it is read while others get their turn. */
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

/** Pieces of some 64 K characters that end with a line, since a secret may stand anywhere in one. */
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

/** Whether a model could read what begins so. Any artifact but a terminal's is told by its encoding. */
const isReadable = (head: Uint8Array, type: Subject['type']): boolean =>
  type !== 'terminal' || !(looksBinary(head) || (head.includes(0) && binaryKind(head) !== null));

interface LongText {
  push(chunk: Uint8Array): void;
  finish(): ResultReading;
}

/** A line without end is held no longer than this. */
const maxCharacters = 256 * 1024;

/** Decodes, cleans and hides piece by piece: whole lines, since a secret may stand anywhere in one; of one without end whole words. */
function createLongText(
  encoding: TextEncoding,
  subject: Subject,
  createHide: CreateHide,
  headBytes: Uint8Array,
): LongText {
  const decoder = new TextDecoder(encoding);
  const cleaner = subject.type === 'terminal' ? createTerminalCleaner() : null;
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
