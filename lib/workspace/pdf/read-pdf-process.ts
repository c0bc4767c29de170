import { writeSync } from 'node:fs';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { limits } from '#lib/core/limits.ts';
import type { PdfOutcome } from './pdf-outcome.ts';
import { readPdf } from './read-pdf.ts';

/**
 * The program of a process that reads one PDF: its bytes on standard input, its text on standard output, and
 * then what was found on this descriptor. One thread reads, and may do so for ever; the other one ends the
 * process when that takes too much time or memory, or when whoever wants it is gone.
 */
const outcomeDescriptor = 3;
/** How often the other thread looks. */
const watchMs = 100;

type Message = { text: string } | { outcome: PdfOutcome };

async function watch(): Promise<void> {
  const { ppid } = process;
  const endMs = performance.now() + limits.pdfTimeoutSeconds * 1_000;
  setInterval(() => {
    const isTooMuch = performance.now() > endMs || process.memoryUsage.rss() > limits.pdfResidentBytes;
    if (isTooMuch || process.ppid !== ppid) process.kill(process.pid, 'SIGKILL');
  }, watchMs);
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  const data = new Uint8Array(Buffer.concat(chunks));
  chunks.length = 0;
  const reader = new Worker(new URL(import.meta.url), { workerData: data, transferList: [data.buffer] });
  reader.on('message', (message: Message) => {
    if ('text' in message) return void process.stdout.write(message.text);
    // What was written before has to leave first.
    process.stdout.end(() => {
      writeSync(outcomeDescriptor, JSON.stringify(message.outcome));
      process.exit(0);
    });
  });
  reader.on('error', () => process.exit(1));
}

async function read(): Promise<void> {
  const say = (message: Message) => parentPort?.postMessage(message);
  say({ outcome: await readPdf(workerData as Uint8Array<ArrayBuffer>, (text) => say({ text })) });
}

await (isMainThread ? watch() : read());
