import { randomBytes } from 'node:crypto';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { errorMessage } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import { openSpillFile, type SpillFile } from '../stores/spill-file.ts';
import type { LineHandling, LineProgram } from '../workspace/line-program.ts';
import { createMessageLines, type MessageLine, type MessageLines } from './message-lines.ts';
import type { TakeSpilled } from './read-large-result.ts';

/** A server that runs as a program, spoken to by lines. Its last words are there after its end. */
export interface LineTransport extends Transport {
  /** The client knows by these two that it speaks to a program: silence on its first question means an older revision. */
  readonly stderr: null;
  readonly pid: number | null;
  /** @param since a count of `errorLines` */
  lastLines(since?: number): string[];
  /** How many lines it has printed to its standard error. */
  errorLines(): number;
  /** Whether something that was hidden from the program was replaced since it started. */
  hasLostCover(): Promise<boolean>;
  /** A value that has its name in a message, because it was too long for it: once, and not for long. */
  takeSpilled: TakeSpilled;
  /** How the program ended; `null`: it runs, or was never started. */
  ended(): string | null;
}

/** Starts the program, in the sandbox or outside of it. @throws if it cannot be started */
export type StartLines = (
  takeOutput: LineHandling['takeOutput'],
  signal: AbortSignal,
) => Promise<LineProgram>;

/**
 * The standard transport of MCP over a program's input and output. The SDK's own reads each chunk into one growing
 * buffer and looks through all of it again, at the square of a message's size.
 * @param spillFolder where values go that are too long for memory
 */
export function createLineTransport(startProgram: StartLines, spillFolder: string): LineTransport {
  let program: LineProgram | null = null;
  let ended: string | null = null;
  let last: LineProgram | null = null;
  let reading: MessageLines | null = null;
  const closing = new AbortController();
  const spills = createSpills();
  const transport: LineTransport = {
    stderr: null,
    get pid() {
      return program?.pid ?? null;
    },
    async start() {
      ended = null;
      const lines = createMessageLines({
        maxBytes: limits.mcpMessageBytes,
        spillFrom: limits.mcpSpillFrom,
        maxSpilledBytes: limits.mcpSpilledBytes,
        openSpill() {
          // Base64, too: it may stand for the bytes of an image.
          const name = randomBytes(24).toString('hex');
          return { name, file: openSpillFile(spillFolder, name) };
        },
      });
      reading = lines;
      const started = await startProgram((bytes) => {
        const { lines: complete, isTooLong } = pushSafely(lines, bytes);
        for (const line of complete) receive(line);
        if (isTooLong) lines.close();
        return !isTooLong;
      }, closing.signal);
      if (closing.signal.aborted) {
        started.stop();
        throw new Error('It was closed while it started');
      }
      program = started;
      last = started;
      void started.end.then((how) => {
        if (program !== started) return;
        program = null;
        ended = how;
        lines.close();
        transport.onclose?.();
      });
    },
    async send(message) {
      if (program === null) throw new Error('The server has ended');
      await program.write(JSON.stringify(message));
    },
    async close() {
      closing.abort();
      reading?.close();
      spills.close();
      const open = program;
      program = null;
      if (open === null) return;
      open.stop();
      const how = await open.end;
      // It was failing by itself: closing came between its exit and the news of it.
      if (/^exit [1-9]/.test(how)) ended = how;
      transport.onclose?.();
    },
    lastLines: (since = 0) => last?.lastLines(since) ?? [],
    errorLines: () => last?.errorLines() ?? 0,
    hasLostCover: async () => (await program?.hasLostCover()) === true,
    takeSpilled: spills.take,
    ended: () => ended,
  };
  const receive = ({ json, spilled }: MessageLine): void => {
    if (json.trim() === '') return;
    spills.add(spilled);
    try {
      transport.onmessage?.(JSON.parse(json) as JSONRPCMessage);
    } catch (error) {
      // Some programs print other things too.
      transport.onerror?.(new Error(`a line that is no message: ${errorMessage(error)}`));
    }
  };
  return transport;
}

/** Where the disk takes no more, a message is too long. */
function pushSafely(lines: MessageLines, bytes: Buffer): ReturnType<MessageLines['push']> {
  try {
    return lines.push(bytes);
  } catch {
    return { lines: [], isTooLong: true };
  }
}

/** What nobody takes in time, because its call was stopped or its message was none, is closed. */
function createSpills() {
  const waiting = new Map<string, SpillFile>();
  const take: TakeSpilled = (name) => {
    const file = waiting.get(name) ?? null;
    waiting.delete(name);
    return file;
  };
  return {
    take,
    add(spilled: ReadonlyMap<string, SpillFile>) {
      for (const [name, file] of spilled) {
        waiting.set(name, file);
        setTimeout(() => take(name)?.close(), limits.mcpSpillMs).unref();
      }
      for (const name of [...waiting.keys()].slice(0, -limits.mcpWaitingSpills)) take(name)?.close();
    },
    close() {
      for (const name of [...waiting.keys()]) take(name)?.close();
    },
  };
}
