import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { quantile } from '#lib/core/algorithms/statistics/quantile.ts';
import type { Bench } from '../bench.ts';
import { joinLoadTeam } from '../load/load-team.ts';
import type { Report } from '../report.ts';
import { startBrowser } from '../servers/open-page.ts';
import { startRedis } from '../servers/redis.ts';
import { startVitrine, type VitrineServer } from '../servers/vitrine.ts';
import { formatSpread, median, spreadOf } from '../spread.ts';

const goalMs = 300;
const asked = ['show notes.txt', 'read notes.txt', 'find seven', 'list all', 'create new.md with "made"'];

/**
 * How far apart three members receive the same events, on two server processes with one Redis, while the
 * agent uses tools.
 */
export async function measureTeamLive(bench: Bench): Promise<Report> {
  const rounds = bench.isQuick ? 1 : 5;
  const workspace = await bench.belongings.makeFolder();
  writeFileSync(join(workspace, 'notes.txt'), 'one\nseven\n'.repeat(500));
  const environment = {
    REDIS_URL: await startRedis(bench),
    VITRINE_SIGN_IN: 'invites',
    VITRINE_BASE_URL: 'http://127.0.0.1:9',
  };
  const one = await startVitrine(bench, { workspace, environment });
  const { cookies: team } = await joinLoadTeam(one, 3);
  const other = await startVitrine(bench, { workspace, environment });
  const browser = await startBrowser(bench);
  const spreads: number[] = [];
  const medians: number[] = [];
  let isOneOrder = true;
  for (let round = 0; round < rounds; round += 1) {
    const apart = await measureRound(browser, team, [one, other, one]);
    isOneOrder &&= apart !== null;
    medians.push(median(apart ?? [Number.NaN]));
    spreads.push(quantile(apart ?? [Number.NaN], 0.95));
  }
  return {
    title: 'A team’s live thread: three browsers on two server processes over one Redis',
    method: `each event of ${asked.length} runs with tools, from the first to the last browser that hears it; ms, of each round median and p95; ${rounds} rounds, median (min to max)`,
    goal: `p95 at most ${goalMs} ms, one order for all`,
    columns: ['median', 'p95', 'one order'],
    rows: [
      {
        cells: [
          formatSpread(spreadOf(medians), 1),
          formatSpread(spreadOf(spreads), 1),
          isOneOrder ? 'yes' : 'NO',
        ],
        isMet: isOneOrder && median(spreads) <= goalMs,
      },
    ],
  };
}

async function post(server: VitrineServer, path: string, body: object, cookie = ''): Promise<Response> {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { Origin: server.url, Cookie: cookie, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response;
}

/**
 * @returns how far apart each event was received, in ms; `null`: not everyone received the same in the same
 * order
 */
async function measureRound(
  browser: Browser,
  team: readonly string[],
  servers: readonly VitrineServer[],
): Promise<number[] | null> {
  const [server] = servers;
  if (!server) throw new Error('no server');
  const created = await post(server, '/api/conversations', {}, team[0]);
  const { id } = (await created.json()) as { id: string };
  const pages = await Promise.all(
    servers.map((where, index) => openListening(browser, `${where.url}/c/${id}`, team[index] ?? '')),
  );
  for (const [index, text] of asked.entries()) {
    const who = index % servers.length;
    await post(servers[who] ?? server, `/api/conversations/${id}/messages`, { text }, team[who]);
  }
  const heard = await Promise.all(pages.map((page) => hearRuns(page, asked.length)));
  await Promise.all(pages.map((page) => page.context().close()));
  const [first = [], ...others] = heard;
  const isSame = others.every(
    (events) => events.length === first.length && events.every(({ text }, at) => text === first[at]?.text),
  );
  if (!isSame) return null;
  return first.map((_, at) => {
    const moments = heard.map((events) => events[at]?.atMs ?? Number.NaN);
    return Math.max(...moments) - Math.min(...moments);
  });
}

interface Heard {
  atMs: number;
  text: string;
}

async function openListening(browser: Browser, url: string, cookie: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: new URL(url).origin }]);
  await context.addInitScript(() => {
    const heard: Heard[] = [];
    Object.assign(globalThis, { heard });
    const { EventSource: Original } = globalThis;
    globalThis.EventSource = class extends Original {
      constructor(address: string | URL, init?: EventSourceInit) {
        super(address, init);
        this.addEventListener('message', ({ data }) => {
          heard.push({ atMs: performance.timeOrigin + performance.now(), text: String(data) });
        });
      }
    };
  });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'load' });
  // The page received its own presence, so it is connected.
  await page.waitForFunction(() => (globalThis as unknown as { heard: Heard[] }).heard.length > 0);
  return page;
}

/** The whole log, once that many runs have ended; live feedback may be missing where the log was faster. */
async function hearRuns(page: Page, runs: number): Promise<Heard[]> {
  await page.waitForFunction(
    (count) =>
      (globalThis as unknown as { heard: Heard[] }).heard.filter(({ text }) =>
        text.includes('"run.finished"'),
      ).length >= count,
    runs,
    { timeout: 60_000 },
  );
  const heard = await page.evaluate(() => (globalThis as unknown as { heard: Heard[] }).heard);
  return heard.filter(({ text }) => !text.includes('"ephemeral":true'));
}
