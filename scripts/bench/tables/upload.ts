import { setTimeout as sleep } from 'node:timers/promises';
import { type Upload, uploadSchema } from '#lib/core/api/upload.ts';
import type { Bench } from '../bench.ts';
import type { DelayAnswer } from '../programs/delay-probe.ts';
import type { Report, ReportRow } from '../report.ts';
import { type StoredVitrine, startOnBothStores } from '../servers/both-stores.ts';
import { startProgram } from '../servers/program.ts';

const mebibyte = 1024 * 1024;
const goalMegabytes = 64;
const probe = new URL('../programs/delay-probe.ts', import.meta.url);

/** A log, or bytes that are no text, of so many MiB, made as they are sent. */
const contents: Readonly<Record<string, (index: number) => Buffer>> = {
  log: (index) => {
    const line = `2026-11-26T03:12:00.${String(index % 1_000).padStart(3, '0')}Z INFO importer: batch ${index} of orders was written\n`;
    return Buffer.alloc(mebibyte, line);
  },
  bytes: (index) => Buffer.alloc(mebibyte, Buffer.from([0, index % 256, 7, 255])),
};

/** How much memory an upload takes, and how late the server is for everybody else meanwhile. */
export async function measureUpload(bench: Bench): Promise<Report> {
  const megabytes = bench.isQuick ? 20 : 100;
  const workspace = await bench.belongings.makeFolder();
  const vitrines = await startOnBothStores(bench, { workspace, nodeOptions: ['--import', probe.href] });
  const { url: plainUrl } = await startProgram(bench, 'file-server', await bench.belongings.makeFolder());
  const rows: ReportRow[] = [];
  for (const [kind, content] of Object.entries(contents)) {
    const plainSeconds = await seconds(() => send(plainUrl, megabytes, content));
    for (const vitrine of vitrines) {
      rows.push(await measure(vitrine, { kind, megabytes, content, plainSeconds }));
    }
  }
  return {
    title: `A file of ${megabytes} MiB is uploaded`,
    method:
      'streamed in chunks of 1 MiB to the built server; memory: the most the server held over what it held idle; delay: how late the event loop was; received: the time beside that of a plain Node server that writes the same bytes to a file; view: the time until the price of its view is known',
    goal: `memory at most ${goalMegabytes} MiB over idle`,
    columns: [
      'server',
      'content',
      'memory over idle, MiB',
      'seconds',
      'times plain Node',
      'delay p99, ms',
      'full → view tokens',
    ],
    rows,
  };
}

interface Sent {
  kind: string;
  megabytes: number;
  content: (index: number) => Buffer;
  plainSeconds: number;
}

async function measure(
  vitrine: StoredVitrine,
  { kind, megabytes, content, plainSeconds }: Sent,
): Promise<ReportRow> {
  const address = `${vitrine.url}/api/attachments?name=${kind === 'log' ? 'importer.log' : 'data.bin'}`;
  // Warms up the compiler; not counted.
  await send(address, 4, content);
  await sleep(2_000);
  await vitrine.ask({ kind: 'restart' });
  const idle = (await vitrine.ask({ kind: 'read' })) as DelayAnswer;
  let answer: Upload | null = null;
  const taken = await seconds(async () => {
    answer = uploadSchema.parse(await send(address, megabytes, content));
  });
  const after = (await vitrine.ask({ kind: 'read' })) as DelayAnswer;
  const { byteLength, tokens, viewTokens } = answer as unknown as Upload;
  if (byteLength !== megabytes * mebibyte) throw new Error(`only ${byteLength} bytes arrived`);
  const overMegabytes = (after.peakRssBytes - idle.rssBytes) / mebibyte;
  return {
    cells: [
      vitrine.name,
      kind,
      overMegabytes.toFixed(0),
      taken.toFixed(1),
      (taken / plainSeconds).toFixed(1),
      after.delayP99Ms.toFixed(1),
      `${tokens?.toLocaleString('en-US') ?? '–'} → ${viewTokens}`,
    ],
    isMet: overMegabytes <= goalMegabytes,
  };
}

async function send(url: string, megabytes: number, content: (index: number) => Buffer): Promise<unknown> {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent === megabytes) return controller.close();
      controller.enqueue(content(sent));
      sent += 1;
    },
  });
  const response = await fetch(url, {
    method: 'POST',
    headers: { Origin: new URL(url).origin },
    body,
    duplex: 'half',
  } as RequestInit);
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return await response.json();
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return (performance.now() - startedMs) / 1_000;
}
