import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { readLog } from '#lib/runs/conversation-log.ts';
import { createConversation } from '#lib/runs/create-conversation.ts';
import { createServices, type Services } from '#lib/services.ts';
import { until } from '../support/conversations.ts';
import { type RecordedRequest, type ScriptedReply, startOpenAiServer } from '../support/openai-server.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { storeNames } from '../support/stage.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';

const windowTokens = 8_000;
const runs = 18;
const callsPerRun = 16;
const filler = 'the quick brown fox jumps over the lazy dog and goes on its way';

/** Values that nobody guesses, and that are not in one another. */
const codeOf = (fact: number): string => String(100_003 + fact * 7_919);
/** In turn what a person says, what a file has, and what the agent answers. */
const facts = Array.from({ length: 60 }, (_, index) => index);
const nameOf = (fact: number): string => `harbour-${fact}`;
const sentence = (fact: number): string => `The code of ${nameOf(fact)} is ${codeOf(fact)}.`;
const runOf = (fact: number): number => fact % runs;
const placed = (run: number, kind: number): string =>
  facts
    .filter((fact) => runOf(fact) === run && Math.floor(fact / runs) % 3 === kind)
    .map(sentence)
    .join(' ');

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Message {
  role: string;
  content: unknown;
}
const messagesOf = ({ body }: RecordedRequest): Message[] => body.messages as Message[];
const chunksOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
const isPrefix = (before: RecordedRequest, after: RecordedRequest): boolean => {
  const [short, long] = [messagesOf(before), messagesOf(after)];
  return short.every((message, index) => JSON.stringify(message) === JSON.stringify(long[index]));
};

describe.each(storeNames)('on %s', (store) => {
  test('a conversation of 300 steps fits a small window; what was compacted is read again by one recall, after a restart too', async () => {
    const workspace = tempFolder();
    for (let file = 0; file < runs * callsPerRun; file += 1) {
      const run = Math.floor(file / callsPerRun);
      const fact = file % callsPerRun === 3 ? placed(run, 1) : '';
      writeFiles(workspace, { [`notes/${file}.txt`]: `${filler}\n${fact}\n${filler} ${file}\n` });
    }
    const replies: ScriptedReply[] = [];
    const model = await startOpenAiServer(() => replies.shift() ?? { text: 'Nothing was scripted.' });
    const redis = store === 'Redis' ? await startRedisServer() : null;
    const data = tempFolder();
    const config = join(data, 'vitrine.config.json');
    writeFileSync(config, JSON.stringify({ models: { scripted: { contextTokens: windowTokens } } }));
    const open = (): Services =>
      createServices(
        readConfig({
          VITRINE_DATA_DIR: data,
          VITRINE_WORKSPACES: workspace,
          VITRINE_CONFIG: config,
          LOG_LEVEL: 'silent',
          VITRINE_EXEC: 'off',
          OPENAI_BASE_URL: model.url,
          VITRINE_MODEL: 'scripted',
          VITRINE_OPENAI_API: 'chat',
          ...(redis ? { REDIS_URL: redis.url } : {}),
        }),
      );
    closing.push(
      () => model.close(),
      () => redis?.stop(),
    );
    let services = open();
    closing.push(() => services.shutDown());
    const conversation: Conversation = await createConversation(services, services.localMember, {});
    const events = () => readLog(services.stores.events, conversation.id);
    const ask = async (text: string, ...answers: ScriptedReply[]) => {
      replies.push(...answers);
      const author = { id: 'local', name: 'me' };
      const { runId } = await services.runner.submit(conversation, {
        text,
        author,
        attachments: [],
        interrupt: false,
      });
      const { data } = await until('the end of the run', async () =>
        (await events())
          .filter((event) => event.type === 'run.finished')
          .find((event) => event.data.runId === runId),
      );
      expect(data).toMatchObject({ outcome: 'completed' });
    };

    const lastText = () => JSON.stringify(model.requests.at(-1)?.body.messages);
    for (let run = 0; run < runs; run += 1) {
      const reads = Array.from({ length: callsPerRun }, (_, call) => ({
        toolCalls: [{ name: 'read_file', arguments: { path: `notes/${run * callsPerRun + call}.txt` } }],
      }));
      await ask(`Read the notes of part ${run}. ${placed(run, 0)}`, ...reads, {
        text: `Part ${run} is read. ${placed(run, 2)}`,
      });
      if (run === runs / 2) {
        await services.shutDown();
        services = open();
      }
    }
    const steps = model.requests.length;
    expect(steps).toBeGreaterThanOrEqual(300);

    const compactions = (await events()).flatMap((event) =>
      event.type === 'session.compaction_complete' ? [event.data] : [],
    );
    expect(compactions.length).toBeGreaterThan(3);
    for (const { preCompactionTokens, postCompactionTokens } of compactions) {
      expect(preCompactionTokens).toBeGreaterThan(windowTokens * 0.8);
      expect(postCompactionTokens).toBeLessThan(windowTokens * 0.7);
    }
    // The prefix of each call is what the call before it sent, but once for each compaction.
    const broken = model.requests.filter((request, index) => {
      const before = model.requests[index - 1];
      return before !== undefined && !isPrefix(before, request);
    });
    expect(broken.length).toBe(compactions.length);
    for (const { artifactId, summaryContent } of compactions) {
      const record = await services.stores.artifacts.get(artifactId);
      expect(record).toMatchObject({
        assistantView: summaryContent,
        metadata: { state: 'complete', expiresAt: null },
      });
    }

    // As many as fit the window at a time.
    for (const asked of chunksOf(facts, 6)) {
      const artifactId = /\[\[compacted: [^\]]*(art_[a-z2-7]+)/.exec(lastText())?.[1];
      const recalls = asked.map((fact) => ({
        name: 'recall_output',
        arguments: { artifactId, query: `${nameOf(fact)} is` },
      }));
      await ask('What are their codes?', { toolCalls: recalls }, { text: 'Noted.' });
      for (const fact of asked) expect(lastText()).toContain(codeOf(fact));
    }
  }, 300_000);
});
