import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname } from 'node:path';
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

/** How often the memory of the reader is looked at. */
const watchMs = 100;

/**
 * Reads the text of a PDF in a process of its own, which is stopped when it takes too much time or memory: a
 * PDF of a few kilobytes can keep a reader busy for hours. It may read no file but its own code, start nothing
 * and gets no environment.
 */
export async function readPdfText(chunks: AsyncIterable<Uint8Array>): Promise<PdfText> {
  const { program, folders } = readerProgram();
  const words = ['--permission', ...folders.map((folder) => `--allow-fs-read=${folder}`), program];
  const child = spawn(process.execPath, words, {
    // No secret of the server may reach a child process.
    env: {} as NodeJS.ProcessEnv,
    stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
  });
  // Their types do not know which of them were asked for.
  const [input, output, , outcomes] = child.stdio as [Writable, Readable, null, Readable, undefined];
  const stop = () => child.kill('SIGKILL');
  const deadline = setTimeout(stop, limits.pdfTimeoutSeconds * 1_000);
  const watch = setInterval(() => {
    if (residentBytes(child.pid) > limits.pdfResidentBytes) stop();
  }, watchMs);
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
  try {
    const [text, outcome] = await Promise.all([
      readAll(output, limits.pdfTextBytes),
      readAll(outcomes, 1_000),
      send(chunks, input),
      ended,
    ]);
    return pdfTextOf(text, outcome);
  } finally {
    clearTimeout(deadline);
    clearInterval(watch);
    stop();
  }
}

function pdfTextOf(text: Uint8Array, reported: Uint8Array): PdfText {
  const none = new Uint8Array(0);
  if (reported.length === 0) return { text: none, pageCount: null, readPages: 0, failure: 'stopped' };
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
  const program = fileURLToPath(new URL(`./read-pdf${extname(import.meta.url)}`, import.meta.url));
  const library = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  return { program, folders: [program.slice(0, program.lastIndexOf('/lib/') + '/lib/'.length), library] };
}

/** 0: it has ended, or this system does not say. */
function residentBytes(pid: number | undefined): number {
  try {
    const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    return Number(pages) * 4_096;
  } catch {
    return 0;
  }
}

/** A reader that has seen enough, or was stopped, closes its input. */
async function send(chunks: AsyncIterable<Uint8Array>, input: Writable): Promise<void> {
  await pipeline(chunks, input).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
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
