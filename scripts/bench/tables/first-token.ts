import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '#lib/core/algorithms/statistics/quantile.ts';
import type { ConversationEvent, EventType } from '#lib/core/vocabulary/events.ts';
import type { Bench } from '../bench.ts';
import { openConversation, postMessage } from '../conversation.ts';
import { eventData } from '../event-data.ts';
import type { Report } from '../report.ts';
import { type StoredVitrine, startOnBothStores } from '../servers/both-stores.ts';
import { startProgram } from '../servers/program.ts';
import { formatSpread, pairwise, spreadOf } from '../spread.ts';

const goalAddedMs = 10;
/** Pause between two samples, so that each begins idle. */
const pauseMs = 30;
/** Gives up on words that never arrive. */
const roundTimeoutMs = 60_000;

/** A path to the first words: `sample` returns how long they took, in milliseconds. */
interface Way {
  name: string;
  sample(): Promise<number>;
  close(): void;
}

/** What Vitrine adds to a model's time to first token. */
export async function measureFirstToken(bench: Bench): Promise<Report> {
  const rounds = bench.isQuick ? 2 : 5;
  const samples = 10;
  const { url: modelUrl } = await startProgram(bench, 'model-server');
  const vitrines = await startOnBothStores(bench, {
    workspace: await bench.belongings.makeFolder(),
    environment: { OPENAI_BASE_URL: `${modelUrl}/v1`, VITRINE_MODEL: 'scripted' },
  });
  const openWays = [
    async () => directly(modelUrl),
    ...vitrines.map((vitrine) => () => throughVitrine(vitrine)),
  ];
  // Warms up the compiler; not counted.
  await measureRound(openWays, samples);
  const measured: { name: string; latenciesMs: number[] }[][] = [];
  for (let round = 0; round < rounds; round += 1) measured.push(await measureRound(openWays, samples));

  const figures = (way: number, part: number) =>
    measured.map((round) => quantile(round[way]?.latenciesMs ?? [], part));
  return {
    title: 'First token: from sending a message to the first words, the model answering at once',
    method: `through Vitrine: POST /messages to the first assistant.message_delta on an open event stream; ${rounds} rounds of ${samples} samples, each way in turn, a new conversation each round; median (min to max) of the rounds, difference within a round`,
    goal: `at most ${goalAddedMs} ms more than calling the model server directly (p50)`,
    columns: ['way', 'p50 ms', 'p99 ms', 'added at p50, ms'],
    rows: (measured[0] ?? []).map(({ name }, way) => {
      const added =
        way === 0 ? null : pairwise(figures(way, 0.5), figures(0, 0.5), (own, direct) => own - direct);
      return {
        cells: [
          name,
          formatSpread(spreadOf(figures(way, 0.5)), 1),
          formatSpread(spreadOf(figures(way, 0.99)), 1),
          added ? formatSpread(added, 1) : '',
        ],
        isMet: added && added.median <= goalAddedMs,
        guarded:
          way === 0
            ? []
            : [
                {
                  name: `first token, ${name}, times the model server directly`,
                  value: pairwise(figures(way, 0.5), figures(0, 0.5), (own, direct) => own / direct).median,
                  better: 'lower' as const,
                },
              ],
      };
    }),
  };
}

async function measureRound(openWays: readonly (() => Promise<Way>)[], samples: number) {
  const ways = await Promise.all(openWays.map((open) => open()));
  const results = ways.map(({ name }) => ({ name, latenciesMs: [] as number[] }));
  for (let index = 0; index < samples; index += 1) {
    for (const [at, way] of ways.entries()) {
      results[at]?.latenciesMs.push(await way.sample());
      await sleep(pauseMs);
    }
  }
  for (const way of ways) way.close();
  return results;
}

function directly(modelUrl: string): Way {
  const body = JSON.stringify({
    model: 'scripted',
    stream: true,
    messages: [{ role: 'user', content: 'Say something.' }],
  });
  return {
    name: 'model server directly',
    async sample() {
      const startedMs = performance.now();
      const response = await fetch(`${modelUrl}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      });
      let elapsedMs: number | null = null;
      for await (const data of eventData(response)) {
        const hasWords = data !== '[DONE]' && Boolean(JSON.parse(data).choices[0]?.delta.content);
        if (hasWords) elapsedMs ??= performance.now() - startedMs;
      }
      if (elapsedMs === null) throw new Error('the model server said nothing');
      return elapsedMs;
    },
    close() {},
  };
}

async function throughVitrine(vitrine: StoredVitrine): Promise<Way> {
  const conversationId = await openConversation(vitrine);
  const closing = new AbortController();
  const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(roundTimeoutMs)]);
  const events = eventData(
    await fetch(`${vitrine.url}/api/conversations/${conversationId}/events`, { signal }),
  );
  await untilEvent(events, 'session.start');
  return {
    name: vitrine.name,
    async sample() {
      const startedMs = performance.now();
      const sending = postMessage(vitrine, conversationId, 'Say something.');
      await untilEvent(events, 'assistant.message_delta');
      const elapsedMs = performance.now() - startedMs;
      await sending;
      await untilEvent(events, 'session.idle');
      return elapsedMs;
    },
    close: () => closing.abort(),
  };
}

async function untilEvent(events: AsyncGenerator<string>, type: EventType): Promise<void> {
  for (;;) {
    const { value, done } = await events.next();
    if (done) throw new Error(`the event stream ended before ${type}`);
    const event = JSON.parse(value) as ConversationEvent;
    if (event.type === type) return;
    if (event.type === 'session.error') throw new Error(`the run failed: ${event.data.message}`);
  }
}
