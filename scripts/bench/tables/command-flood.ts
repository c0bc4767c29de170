import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConversationEvent } from '#lib/core/vocabulary/events.ts';
import type { Bench } from '../bench.ts';
import { askFirst, openConversation, postMessage } from '../conversation.ts';
import { eventData } from '../event-data.ts';
import type { DelayAnswer } from '../programs/delay-probe.ts';
import type { Report, ReportRow } from '../report.ts';
import { type StoredVitrine, startOnBothStores } from '../servers/both-stores.ts';

const goalMegabytes = 64;
const goalDelayMs = 50;
const goalUpdates = 10;
const megabytesPerSecond = 100;
const programs = join(import.meta.dirname, '..', 'programs');
const probe = new URL('../programs/delay-probe.ts', import.meta.url);

/** How a command that floods its output affects the server, and the people who follow it. */
export async function measureCommandFlood(bench: Bench): Promise<Report> {
  const seconds = bench.isQuick ? 3 : 10;
  const workspace = await bench.belongings.makeFolder();
  copyFileSync(join(programs, 'flood.mjs'), join(workspace, 'flood.mjs'));
  const vitrines = await startOnBothStores(bench, { workspace, nodeOptions: ['--import', probe.href] });
  const rows: ReportRow[] = [];
  for (const vitrine of vitrines) rows.push(await measure(vitrine, seconds));
  return {
    title: 'A command that floods its output, followed by one viewer',
    method: `node flood.mjs, ${megabytesPerSecond} MB/s wanted for ${seconds} s in lines of 100 bytes; memory: the most the server held over what it held idle; delay: how late the event loop was`,
    goal: `memory at most ${goalMegabytes} MiB over idle, event loop delay p99 at most ${goalDelayMs} ms, at most ${goalUpdates} updates a second`,
    columns: [
      'server',
      'MB/s',
      'memory over idle, MiB',
      'delay p99, ms',
      'delay max, ms',
      'updates a second',
    ],
    rows,
  };
}

async function measure(vitrine: StoredVitrine, seconds: number): Promise<ReportRow> {
  // Warms up the compiler; not counted.
  await askFirst(vitrine, await openConversation(vitrine), `run node flood.mjs ${megabytesPerSecond} 1`);
  const conversationId = await openConversation(vitrine);
  const closing = new AbortController();
  const url = `${vitrine.url}/api/conversations/${conversationId}/events`;
  const events = eventData(await fetch(url, { signal: closing.signal }));
  await sleep(2_000);
  await vitrine.ask({ kind: 'restart' });
  const idle = (await vitrine.ask({ kind: 'read' })) as DelayAnswer;
  await postMessage(vitrine, conversationId, `run node flood.mjs ${megabytesPerSecond} ${seconds}`);
  const result = await followRun(events);
  const after = (await vitrine.ask({ kind: 'read' })) as DelayAnswer;
  closing.abort();
  const overMegabytes = (after.peakRssBytes - idle.rssBytes) / 1024 ** 2;
  const megabytesASecond = result.byteLength / 1e6 / (result.durationMs / 1000);
  const updates = result.updates / (result.durationMs / 1000);
  return {
    cells: [
      vitrine.name,
      megabytesASecond.toFixed(0),
      overMegabytes.toFixed(0),
      after.delayP99Ms.toFixed(1),
      after.delayMaxMs.toFixed(0),
      updates.toFixed(1),
    ],
    isMet: overMegabytes <= goalMegabytes && after.delayP99Ms <= goalDelayMs && updates <= goalUpdates,
  };
}

async function followRun(events: AsyncGenerator<string>) {
  let updates = 0;
  let byteLength = 0;
  let durationMs = 0;
  for await (const data of events) {
    const event = JSON.parse(data) as ConversationEvent;
    if (event.type === 'tool.execution_partial_result') updates += 1;
    if (event.type === 'tool.execution_complete') {
      byteLength = event.data.toolTelemetry.byteLength ?? 0;
      durationMs = event.data.durationMs;
    }
    if (event.type === 'run.finished') break;
  }
  if (byteLength === 0) throw new Error('the command printed nothing');
  return { updates, byteLength, durationMs };
}
