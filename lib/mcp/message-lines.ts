import type { SpillFile } from '../stores/spill-file.ts';
import { createJsonUnescaper, type JsonUnescaper, unescapedMargin } from './unescape-json.ts';

/** A message as its server wrote it, but for values that are too long for memory. */
export interface MessageLine {
  /** In the place of each of those values it has its name: as a string, or as `{"<name>": true}`. */
  json: string;
  spilled: ReadonlyMap<string, SpillFile>;
}

export interface MessageLines {
  /** Adds the next bytes, and gives the messages that are complete now. */
  push(bytes: Buffer): { lines: MessageLine[]; isTooLong: boolean };
  /** Closes what belongs to a message that will not be complete. */
  close(): void;
}

export interface MessageLimits {
  /** Longest message without its spilled values. */
  maxBytes: number;
  /** Longer strings in the content of a result are spilled, and so is its longer structure. */
  spillFrom: number;
  /** All spilled values of one message. */
  maxSpilledBytes: number;
  /** Where one goes; the name is not to be guessed. */
  openSpill(): { name: string; file: SpillFile };
}

const newline = 10;

/**
 * Splits what a server prints into messages, at a cost that grows with its size. A short message is text; of a long
 * one, the values that make it long are written away while they come: `JSON.parse` of 100 MB would take three times that.
 */
export function createMessageLines(limits: MessageLimits): MessageLines {
  let parts: Buffer[] = [];
  let size = 0;
  let long: LongMessage | null = null;
  const hold = (bytes: Buffer): boolean => {
    size += bytes.byteLength;
    if (long === null && size > limits.spillFrom) {
      long = createLongMessage(limits);
      for (const part of parts.splice(0)) long.push(part);
    }
    if (long !== null) return long.push(bytes);
    if (bytes.byteLength > 0) parts.push(bytes);
    return true;
  };
  const take = (): MessageLine => {
    const line = long?.finish() ?? { json: Buffer.concat(parts, size).toString('utf8'), spilled: new Map() };
    parts = [];
    size = 0;
    long = null;
    return line;
  };
  let isClosed = false;
  const close = () => {
    isClosed = true;
    long?.close();
    long = null;
    parts = [];
    size = 0;
  };
  return {
    push(bytes) {
      if (isClosed) return { lines: [], isTooLong: false };
      const lines: MessageLine[] = [];
      let from = 0;
      for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, from)) {
        if (!hold(bytes.subarray(from, at))) return { lines, isTooLong: true };
        lines.push(take());
        from = at + 1;
      }
      return { lines, isTooLong: !hold(bytes.subarray(from)) };
    },
    close,
  };
}

interface LongMessage {
  /** `false`: it is too long. */
  push(bytes: Buffer): boolean;
  finish(): MessageLine;
  close(): void;
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/** A value that may turn out to be too long: where it begins, and once it is spilled, to where. */
interface Candidate {
  start: number;
  /** `null`: it is no string, and its bytes are kept as they are. */
  unescaper: JsonUnescaper | null;
  spill: { name: string; file: SpillFile } | null;
}

/** Reads JSON byte by byte: only as far as to know which value a byte belongs to. */
function createLongMessage({ maxBytes, spillFrom, maxSpilledBytes, openSpill }: MessageLimits): LongMessage {
  const kept = createGrowingBuffer();
  const spilled = new Map<string, SpillFile>();
  /** What is open, by its first byte. */
  const nesting: number[] = [];
  /** The names under which the two outermost values are: `result`, `content`. */
  const path: string[] = [];
  let isName = false;
  let isInString = false;
  let isEscaped = false;
  let stringStart = 0;
  let candidate: Candidate | null = null;
  let spilledBytes = 0;
  let scratch = Buffer.alloc(0);

  const write = (bytes: Uint8Array, { unescaper, spill }: Candidate): void => {
    if (spill === null) return;
    if (scratch.byteLength < bytes.byteLength + unescapedMargin) {
      scratch = Buffer.allocUnsafe(bytes.byteLength + unescapedMargin);
    }
    const text = unescaper ? scratch.subarray(0, unescaper.push(bytes, 0, scratch).written) : bytes;
    spill.file.write(text);
    spilledBytes += text.byteLength;
  };
  /** Takes a run of bytes that belong together: to the text that is kept, or to where the open value goes. */
  const add = (bytes: Buffer): void => {
    if (candidate?.spill) {
      write(bytes, candidate);
      return;
    }
    kept.add(bytes);
    if (candidate === null || kept.length() - candidate.start <= spillFrom) return;
    candidate.spill = openSpill();
    spilled.set(candidate.spill.name, candidate.spill.file);
    write(kept.cut(candidate.start), candidate);
  };
  const end = (): void => {
    if (candidate?.spill) {
      // Ends what is open in the text.
      if (candidate.unescaper) write(Buffer.from('"'), candidate);
      const name = JSON.stringify(candidate.spill.name);
      kept.add(Buffer.from(candidate.unescaper ? name.slice(1, -1) : `{${name}:true}`));
    }
    candidate = null;
  };
  const isIn = (part: string) => path[0] === 'result' && path[1] === part;

  const scan = (bytes: Buffer): void => {
    let from = 0;
    /** Up to this byte, it belongs to what was open until now. */
    const flush = (to: number) => {
      if (to > from) add(bytes.subarray(from, to));
      from = to;
    };
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] as number;
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) {
          isInString = false;
          if (candidate?.unescaper === null) continue;
          flush(at);
          if (candidate !== null) end();
          else if (isName && nesting.length <= 2) {
            path.length = nesting.length - 1;
            path.push(kept.text(stringStart, maxName));
          }
        }
      } else if (byte === quote) {
        isInString = true;
        if (candidate !== null) continue;
        flush(at + 1);
        stringStart = kept.length();
        if (!isName && isIn('content')) {
          candidate = { start: stringStart, unescaper: createJsonUnescaper(), spill: null };
        }
      } else if (byte === openBrace || byte === openBracket) {
        if (nesting.length === 2 && candidate === null && isIn('structuredContent')) {
          flush(at);
          candidate = { start: kept.length(), unescaper: null, spill: null };
        }
        nesting.push(byte);
        isName = byte === openBrace;
      } else if (byte === closeBrace || byte === closeBracket) {
        nesting.pop();
        if (nesting.length === 2 && candidate !== null) {
          flush(at + 1);
          end();
        }
        isName = false;
      } else if (byte === comma) {
        isName = nesting.at(-1) === openBrace;
      } else if (byte === colon) {
        isName = false;
      }
    }
    flush(bytes.length);
  };
  return {
    push(bytes) {
      scan(bytes);
      return kept.length() <= maxBytes && spilledBytes <= maxSpilledBytes && nesting.length <= maxDepth;
    },
    finish: () => ({ json: kept.text(0), spilled }),
    close: () => {
      for (const file of spilled.values()) file.close();
    },
  };
}

/** Longest name that matters here. */
const maxName = 32;
/** Deeper JSON is no message. */
const maxDepth = 100_000;

/** Bytes that grow at their end, and can be cut there. */
function createGrowingBuffer() {
  let bytes = Buffer.allocUnsafe(64 * 1024);
  let length = 0;
  return {
    length: () => length,
    add(more: Uint8Array) {
      if (length + more.byteLength > bytes.byteLength) {
        const larger = Buffer.allocUnsafe(Math.max(bytes.byteLength * 2, length + more.byteLength));
        bytes.copy(larger, 0, 0, length);
        bytes = larger;
      }
      bytes.set(more, length);
      length += more.byteLength;
    },
    /** Takes away all bytes from there on. */
    cut(start: number): Buffer {
      const end = Buffer.from(bytes.subarray(start, length));
      length = start;
      return end;
    },
    text: (start: number, most = length - start) =>
      bytes.toString('utf8', start, Math.min(start + most, length)),
  };
}
