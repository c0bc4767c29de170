import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { limits } from '#lib/core/limits.ts';
import { type PdfOutcome, pdfOutcomeSchema } from './pdf-outcome.ts';

/** What is in a PDF, as far as it could be read. */
export interface PdfText {
  /** Markdown: `[page 1]`, then the lines of the page, and so on. Empty where there is none. */
  text: Uint8Array;
  pageCount: number | null;
  readPages: number;
  /** `stopped`: its reader took too much time or memory, or broke off. */
  failure: PdfOutcome['failure'] | 'stopped' | 'no_text';
}

/** What it found arrives here, after the text. */
const outcomeDescriptor = 3;
/** It ends itself; after this it is ended. */
const deadlineMs = (limits.pdfTimeoutSeconds + 10) * 1_000;

/**
 * Reads the text of a PDF in a process of its own, which ends when it takes too much time or memory: a PDF of a
 * few kilobytes can keep a reader busy for hours. It may read no file but its own code, start nothing but its
 * thread, and gets no environment.
 * @throws what reading the chunks throws; the signal's reason
 */
export async function readPdfText(chunks: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<PdfText> {
  signal?.throwIfAborted();
  const { program, folders } = readerProgram();
  const folderFlags = folders.map((folder) => `--allow-fs-read=${folder}`);
  const child = spawn(process.execPath, ['--permission', '--allow-worker', ...folderFlags, program], {
    // No secret of the server may reach a child process.
    env: {} as NodeJS.ProcessEnv,
    stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
  const { stdin: input, stdout: output } = child;
  // Absent where no more processes or descriptors are to be had, whatever the types say.
  const outcomes = (child.stdio as typeof child.stdio | undefined)?.[outcomeDescriptor] as
    | Readable
    | undefined;
  if (!input || !output || !outcomes) return stopped;
  const stop = () => child.kill('SIGKILL');
  const deadline = setTimeout(stop, deadlineMs);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const [text, outcome] = await Promise.all([
      readAll(output, limits.pdfTextBytes),
      readAll(outcomes, 1_000),
      send(chunks, input),
      ended,
    ]);
    signal?.throwIfAborted();
    return pdfTextOf(text, outcome);
  } finally {
    clearTimeout(deadline);
    signal?.removeEventListener('abort', stop);
    stop();
  }
}

const none = new Uint8Array(0);
const stopped: PdfText = { text: none, pageCount: null, readPages: 0, failure: 'stopped' };

function pdfTextOf(text: Uint8Array, reported: Uint8Array): PdfText {
  if (reported.length === 0) return stopped;
  const { pageCount, readPages, hasText, failure } = pdfOutcomeSchema.parse(
    JSON.parse(Buffer.from(reported).toString()),
  );
  return {
    text: failure === null && hasText ? text : none,
    pageCount,
    readPages,
    failure: failure ?? (hasText ? null : 'no_text'),
  };
}

/** The file of the reader, and the folders that it may read: its own code, and that of the library. */
function readerProgram(): { program: string; folders: string[] } {
  // A source file in development and tests, a module of the package in a build.
  const program = fileURLToPath(new URL(`./read-pdf-process${extname(import.meta.url)}`, import.meta.url));
  const library = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  // Bundled, all of its code is beside it.
  const code = program.endsWith('.ts') ? join(dirname(program), '..', '..') : dirname(program);
  return { program, folders: [code, library].map((folder) => `${folder}/`) };
}

/** What a write says, depending on when the other end closes. */
const inputCloses = new Set(['EPIPE', 'ECANCELED', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

/** A reader that has seen enough, or was stopped, closes its input. */
async function send(chunks: AsyncIterable<Uint8Array>, input: Writable): Promise<void> {
  await pipeline(chunks, input).catch((error: NodeJS.ErrnoException) => {
    if (!inputCloses.has(error.code ?? '')) throw error;
  });
}

/** Its bytes, up to a limit. */
async function readAll(stream: Readable, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    byteLength += chunk.length;
    if (byteLength <= maxBytes) chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
