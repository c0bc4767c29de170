import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { askFirst, openConversation } from '../conversation.ts';
import { type GuardedFigure, limitRow, type Report, type ReportRow } from '../report.ts';
import { residentMegabytes } from '../resident-megabytes.ts';
import { startVitrine, type VitrineServer } from '../servers/vitrine.ts';

const goals = { firstPageSeconds: 60, buildMegabytes: 120, memoryMegabytes: 300 };
const build = join(import.meta.dirname, '..', '..', '..', '.next');

interface Start {
  firstPageSeconds: number;
  memoryMegabytes: number;
}

/** How long somebody waits after `npm ci`: for a start that has to build first, and for the next start. */
export async function measureColdStart(bench: Bench): Promise<Report> {
  rmSync(build, { recursive: true, force: true });
  const first = await measureStart(bench);
  const buildMegabytes = sizeOf(build) / 1e6;
  const next = await measureStart(bench);
  const memoryRow = (which: string, { memoryMegabytes }: Start): ReportRow => {
    const name = `${which}: its server after the first pages, MB`;
    const guarded: GuardedFigure[] = [{ name, value: memoryMegabytes, better: 'lower' }];
    return { ...limitRow(name, goals.memoryMegabytes, [memoryMegabytes], 0), guarded };
  };
  return {
    title: 'Starting: npm start where nothing is built yet, and again',
    method:
      'from the start of the launcher to the last byte of the first page; resident memory of the server (VmRSS) after the first page, a conversation in which a tool has run, and its page again; one round',
    goal: 'as listed',
    columns: ['what', 'measured', 'at most'],
    rows: [
      limitRow('first start: to the first page, s', goals.firstPageSeconds, [first.firstPageSeconds], 1),
      memoryRow('first start', first),
      limitRow('the build on disk, MB', goals.buildMegabytes, [buildMegabytes], 0),
      { cells: ['next start: to the first page, s', next.firstPageSeconds.toFixed(1), ''], isMet: null },
      memoryRow('next start', next),
    ],
  };
}

async function measureStart(bench: Bench): Promise<Start> {
  const workspace = await bench.belongings.makeFolder();
  const startedMs = performance.now();
  const vitrine = await startVitrine(bench, { workspace });
  await readPage(vitrine, '/');
  const firstPageSeconds = (performance.now() - startedMs) / 1000;
  const conversationId = await openConversation(vitrine);
  await readPage(vitrine, `/c/${conversationId}`);
  await askFirst(vitrine, conversationId, 'list .');
  await readPage(vitrine, `/c/${conversationId}`);
  const memoryMegabytes = residentMegabytes(vitrine.pid);
  await vitrine.stop();
  return { firstPageSeconds, memoryMegabytes };
}

async function readPage({ url }: VitrineServer, path: string): Promise<void> {
  const response = await fetch(`${url}${path}`);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  await response.text();
}

/** Total size of the files below a folder. */
const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
