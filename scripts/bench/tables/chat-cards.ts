import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { DurableEvent } from '#lib/core/vocabulary/events.ts';
import type { Bench } from '../bench.ts';
import { openConversation, postMessage } from '../conversation.ts';
import { liveHeap, paintAfterNavigation } from '../page-clock.ts';
import { limitRow, type Report, type ReportRow } from '../report.ts';
import { sampleSource } from '../sample-text.ts';
import { openTab, startBrowser } from '../servers/open-page.ts';
import { startVitrine, type VitrineServer } from '../servers/vitrine.ts';
import { median } from '../spread.ts';

const cards = 200;
const fillTimeoutMs = 180_000;
const goals = { openMs: 800, fetched: 10, heapRatio: 1.25 };

interface Visit {
  openMs: number;
  fetched: number;
  heapRatio: number;
}

/** A conversation with many results: opening it, and scrolling through all of it. */
export async function measureChatCards(bench: Bench): Promise<Report> {
  const rounds = bench.isQuick ? 1 : 5;
  const workspace = await bench.belongings.makeFolder();
  for (let index = 0; index < cards; index += 1) {
    await writeFile(join(workspace, `file-${index}.ts`), sampleSource(200 + index));
  }
  const vitrine = await startVitrine(bench, { workspace });
  const conversationId = await fill(vitrine);
  const browser = await startBrowser(bench);
  const visits: Visit[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const { page, session } = await openTab(browser);
    const asked = new Set<string>();
    page.on('request', (request) => {
      const id = /\/api\/artifacts\/(art_\w+)/.exec(request.url())?.[1];
      if (id !== undefined) asked.add(id);
    });
    const openMs = await paintAfterNavigation(page, `${vitrine.url}/c/${conversationId}`, '.card .ln .src');
    await page.waitForTimeout(1_000);
    const fetched = asked.size;
    await walkThread(page, -1);
    const first = await liveHeap(session);
    await walkThread(page, 1);
    await walkThread(page, -1);
    const heapRatio = (await liveHeap(session)) / first;
    if (round > 0) visits.push({ openMs, fetched, heapRatio });
    await page.context().close();
  }
  const row = (name: string, maximum: number, of: (visit: Visit) => number, digits: number) =>
    limitRow(name, maximum, visits.map(of), digits);
  const guarded = (
    name: string,
    maximum: number,
    of: (visit: Visit) => number,
    digits: number,
  ): ReportRow => ({
    ...row(name, maximum, of, digits),
    guarded: [{ name: `200 cards, ${name}`, value: median(visits.map(of)), better: 'lower' }],
  });
  return {
    title: `A conversation with ${cards} cards`,
    method: `from the navigation to the frame that shows the first card with its lines; artifacts asked for in the second after it; live heap after scrolling through all of it twice more, by that after the first time; ${rounds} rounds, a new tab each, median (min to max)`,
    goal: 'as listed',
    columns: ['what', 'measured', 'at most'],
    rows: [
      row('open, ms', goals.openMs, ({ openMs }) => openMs, 0),
      guarded('artifacts fetched', goals.fetched, ({ fetched }) => fetched, 0),
      guarded('heap, times', goals.heapRatio, ({ heapRatio }) => heapRatio, 2),
    ],
  };
}

/** Scrolls through the whole thread, down or up, half a screen at a time. */
const walkThread = (page: Page, direction: 1 | -1): Promise<void> =>
  page.evaluate(async (way) => {
    const scroller = document.querySelector('.thread');
    if (!scroller) throw new Error('there is no thread');
    for (let before = Number.NaN; scroller.scrollTop !== before; ) {
      before = scroller.scrollTop;
      scroller.scrollTop += (way * scroller.clientHeight) / 2;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }, direction);

async function fill(vitrine: VitrineServer): Promise<string> {
  const conversationId = await openConversation(vitrine);
  for (let index = 0; index < cards; index += 1) {
    await postMessage(vitrine, conversationId, `show file-${index}.ts`);
  }
  const deadlineMs = performance.now() + fillTimeoutMs;
  let after = '';
  let finished = 0;
  while (finished < cards) {
    if (performance.now() > deadlineMs) {
      throw new Error(`${finished} of ${cards} answers in ${fillTimeoutMs / 1000} s`);
    }
    const path = `/api/conversations/${conversationId}/events?limit=1000`;
    const page = (await vitrine.call('GET', `${path}${after === '' ? '' : `&after=${after}`}`)) as {
      events: DurableEvent[];
      cursor: string;
    };
    finished += page.events.filter(({ type }) => type === 'run.finished').length;
    after = page.cursor;
    if (page.events.length === 0) await sleep(500);
  }
  return conversationId;
}
