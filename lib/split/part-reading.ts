import { longestLine, type ReadInside, type Subject } from './summarizer.ts';
import type { Understood } from './summary.ts';

export interface PartReading {
  /** Text of the part, cut anywhere. */
  push(text: string): void;
  /** A line as readers get it. Of a very long one the end is missing, so the part is not understood. */
  line(text: string): void;
  /** `null`: the part has no text, or was not read whole. */
  finish(exitCode: number | null): Understood | null;
}

/** A part is recognised by its first characters, like any result. */
const headCharacters = 4 * 1024;

/**
 * Reads a part of a result as a result of its own: a step of a job, a section of a report, the body of a
 * response.
 * @param subject asked for once the first characters are known
 */
export function createPartReading(readInside: ReadInside, subject: () => Subject): PartReading {
  let waiting = '';
  let lineCount = 0;
  let byteLength = 0;
  let isCut = false;
  let reading: ReturnType<ReadInside> | null = null;
  const readWaiting = () => {
    reading ??= readInside(subject(), waiting);
    reading.push(waiting);
    waiting = '';
  };
  const push = (text: string) => {
    waiting += text;
    byteLength += Buffer.byteLength(text);
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) lineCount += 1;
    if (waiting.length > headCharacters) readWaiting();
  };
  return {
    push,
    line(text) {
      isCut ||= text.length >= longestLine;
      push(`${text}\n`);
    },
    finish(exitCode) {
      if (waiting !== '') readWaiting();
      if (reading === null || isCut) return null;
      return reading.finish({ exitCode, lineCount, byteLength, counts: null });
    },
  };
}
