import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { askFirst, createConversation } from '../conversation.ts';
import type { GuardedFigure, Report } from '../report.ts';
import { startVitrine, type VitrineServer } from '../servers/vitrine.ts';

const goals = { firstPageSeconds: 60, buildMegabytes: 120, memoryMegabytes: 300 };
const build = join(import.meta.dirname, '..', '..', '..', '.next');

interface Start {
  firstPageSeconds: number;
  memoryMegabytes: number;
}

/** What somebody waits after `npm ci`: a start that has to build first, and the start after it. */
export async function measureColdStart(bench: Bench): Promise<Report> {
  rmSync(build, { recursive: true, force: true });
  const cold = await measureStart(bench);
  const buildMegabytes = sizeOf(build) / 1e6;
  const second = await measureStart(bench);
  const rows = [
    [
      'start that builds: to the first page, s',
      cold.firstPageSeconds.toFixed(1),
      String(goals.firstPageSeconds),
      cold.firstPageSeconds <= goals.firstPageSeconds,
    ],
    [
      'its server after the first pages, MB',
      cold.memoryMegabytes.toFixed(0),
      String(goals.memoryMegabytes),
      cold.memoryMegabytes <= goals.memoryMegabytes,
    ],
    [
      'the build on disk, MB',
      buildMegabytes.toFixed(0),
      String(goals.buildMegabytes),
      buildMegabytes <= goals.buildMegabytes,
    ],
    ['next start: to the first page, s', second.firstPageSeconds.toFixed(1), '', null],
    [
      'its server after the first pages, MB',
      second.memoryMegabytes.toFixed(0),
      String(goals.memoryMegabytes),
      second.memoryMegabytes <= goals.memoryMegabytes,
    ],
  ] as const;
  return {
    title: 'Starting: npm start after npm ci, and again',
    method:
      'from the start of the launcher to the last byte of the first page; resident memory of the server (VmRSS) after the first page, a conversation in which a tool has run, and its page again; one round',
    goal: 'as listed',
    columns: ['what', 'measured', 'at most'],
    rows: rows.map(([what, measured, limit, isMet], row) => ({
      cells: [what, measured, limit],
      isMet,
      guarded: row === 0 ? [memoryGuard('that has built', cold), memoryGuard('that was built', second)] : [],
    })),
  };
}

const memoryGuard = (which: string, { memoryMegabytes }: Start): GuardedFigure => ({
  name: `memory of a server ${which}, after the first pages, MB`,
  value: memoryMegabytes,
  better: 'lower',
});

async function measureStart(bench: Bench): Promise<Start> {
  const workspace = await bench.belongings.makeFolder();
  const startedMs = performance.now();
  const vitrine = await startVitrine(bench, { workspace });
  await readPage(vitrine, '/');
  const firstPageSeconds = (performance.now() - startedMs) / 1000;
  const conversationId = await createConversation(vitrine);
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

const residentMegabytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;

/** Bytes of all files below a folder. */
const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
