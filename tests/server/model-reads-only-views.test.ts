import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadTokenizer } from '../../lib/split/tokenizer.ts';
import { ask, createConversation, ofType, readEvents } from '../support/conversations.ts';
import { type OpenAiServer, type Script, startOpenAiServer } from '../support/openai-server.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { newDataDir, startVitrine } from '../support/vitrine-server.ts';

/** Every line is one of a kind, so that any line in a request body is a leak that can be named. */
const lineOf = (place: number) => `payload-${place}-${((place * 2_654_435_761) >>> 0).toString(16)}`;
const lines = Array.from({ length: 3_000 }, (_, place) => lineOf(place));

const requestOf: Record<string, { name: string; arguments: unknown }> = {
  show: { name: 'render_file_contents', arguments: { path: 'secret-plans.txt' } },
  read: { name: 'read_file', arguments: { path: 'secret-plans.txt' } },
  find: { name: 'grep_file', arguments: { pattern: 'payload-' } },
  range: { name: 'read_file', arguments: { path: 'secret-plans.txt', startLine: 10, endLine: 12 } },
  bad: { name: 'read_file', arguments: { path: '../../etc/passwd' } },
};

/** The last message decides: a word of the person's asks for a tool, a tool's result for a closing sentence. */
const script: Script = ({ body }) => {
  const history = (body.messages ?? body.input) as Record<string, unknown>[];
  const last = history.at(-1) ?? {};
  if (last.role !== 'user') return { text: 'Done.' };
  const text = typeof last.content === 'string' ? last.content : JSON.stringify(last.content);
  const wanted = Object.keys(requestOf).find((word) => text.includes(word)) ?? 'show';
  return { text: 'I look.', toolCalls: [requestOf[wanted] ?? { name: 'none', arguments: {} }] };
};

let workspace: string;
let redis: RedisServer;

beforeAll(async () => {
  workspace = mkdtempSync(join(tmpdir(), 'vitrine-workspace-'));
  writeFileSync(join(workspace, 'secret-plans.txt'), lines.map((line) => `${line}\n`).join(''));
  redis = await startRedisServer();
});

afterAll(async () => {
  await redis.stop();
  rmSync(workspace, { recursive: true });
});

describe.each([
  ['chat', 'sqlite'],
  ['responses', 'sqlite'],
  ['chat', 'redis'],
] as const)('over %s, on %s', (api, store) => {
  let model: OpenAiServer;
  let dataDir: string;

  const start = () =>
    startVitrine({
      workspace,
      dataDir,
      environment: {
        OPENAI_BASE_URL: model.url,
        OPENAI_API_KEY: 'test-key',
        VITRINE_OPENAI_API: api,
        VITRINE_MODEL: 'scripted',
        ...(store === 'redis' ? { REDIS_URL: redis.url } : {}),
      },
    });

  beforeAll(async () => {
    model = await startOpenAiServer(script);
    dataDir = newDataDir();
  });

  afterAll(async () => {
    await model.close();
    rmSync(dataDir, { recursive: true });
  });

  test('the model reads the assistant views and no other byte of a result, on later turns and after a restart too', async () => {
    let server = await start();
    const id = await createConversation(server);
    for (const word of ['show', 'read', 'find', 'bad'])
      expect((await ask(server, id, word)).data.outcome).toBe('completed');
    await server.end('SIGTERM');
    server = await start();
    for (const word of ['range', 'show'])
      expect((await ask(server, id, word)).data.outcome).toBe('completed');
    const events = await readEvents(server, id);
    await server.end('SIGTERM');

    const views = ofType(events, 'tool.execution_complete').map((event) => event.data.result?.content ?? '');
    expect(views).toHaveLength(6);
    expect(model.requests).toHaveLength(12);
    const allowed = new Set(views.flatMap((view) => view.match(/payload-\d+-[0-9a-f]+/g) ?? []));
    expect(allowed.size).toBeGreaterThan(3);
    expect(allowed.size).toBeLessThan(200);
    for (const { raw } of model.requests) {
      const read = raw.match(/payload-\d+-[0-9a-f]+/g) ?? [];
      expect(read.filter((line) => !allowed.has(line))).toEqual([]);
      expect(raw).not.toContain('root:');
    }
    // The last request carries every view, each exactly as the log has it.
    const last = JSON.stringify(model.requests.at(-1)?.body);
    for (const view of views) expect(last).toContain(JSON.stringify(view).slice(1, -1));
  });

  test('the history only grows: each request begins with the words of the one before', () => {
    const historyOf = (body: Record<string, unknown>) => (body.messages ?? body.input) as unknown[];
    const bodies = model.requests.map((request) =>
      historyOf(request.body).map((message) => JSON.stringify(message)),
    );
    for (const [place, history] of bodies.entries()) {
      const before = bodies[place - 1] ?? [];
      expect(history.slice(0, before.length)).toEqual(before);
    }
  });

  test('a display tool confirms in at most 30 tokens besides path and artifact ID', async () => {
    const { count } = await loadTokenizer();
    const raw = model.requests.at(-1)?.raw ?? '';
    const confirmation = /Shown to people: [^"]*/.exec(raw)?.[0] ?? '';
    const rest = confirmation.replace('secret-plans.txt', '').replace(/art_[a-z2-7]{26}/, '');
    expect(confirmation).toMatch(/art_[a-z2-7]{26}/);
    expect(count(rest)).toBeLessThanOrEqual(30);
  });
});
