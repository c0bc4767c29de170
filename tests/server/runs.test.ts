import { afterEach, describe, expect, type TestContext, test } from 'vitest';
import { reduceEvents } from '#lib/core/conversation/reduce-events.ts';
import type { DurableEvent } from '#lib/core/vocabulary/events.ts';
import {
  ask,
  createConversation,
  ofType,
  readEvents,
  send,
  stateOf,
  until,
  untilFinished,
} from '../support/conversations.ts';
import { openEventStream } from '../support/event-stream.ts';
import { freePort } from '../support/free-port.ts';
import { type RecordedRequest, type Script, startOpenAiServer } from '../support/openai-server.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { heard, isAfterTool } from '../support/stage.ts';
import { newDataDir, startVitrine, type VitrineServer } from '../support/vitrine-server.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(script: Script): Promise<SharedStage> {
  const stage = await openSharedStage({ script, files: { 'lib/core/vocabulary/events.ts': 'export {};\n' } });
  closing.push(stage.close);
  return stage;
}

/** A server that is ended in its test. */
async function startOwn(
  onTestFinished: TestContext['onTestFinished'],
  script: Script,
  dataDir: string,
): Promise<VitrineServer> {
  const model = await startOpenAiServer(script);
  onTestFinished(() => model.close());
  const environment = { OPENAI_BASE_URL: model.url, VITRINE_MODEL: 'scripted' };
  const server = await startVitrine({ environment, dataDir });
  onTestFinished(async () => void (await server.end()));
  return server;
}

/** What holds for every log, whatever happened: each run ends once, and no call is left without a result. */
function expectWhole(events: DurableEvent[]): void {
  const started = ofType(events, 'run.started').map((event) => event.data.runId);
  const finished = ofType(events, 'run.finished').map((event) => event.data.runId);
  expect(finished.toSorted()).toEqual(started.toSorted());
  const requested = ofType(events, 'assistant.message').flatMap((event) => event.data.toolRequests ?? []);
  const completed = ofType(events, 'tool.execution_complete').map((event) => event.data.toolCallId);
  expect(completed.toSorted()).toEqual(requested.map((request) => request.toolCallId).toSorted());
}

/** Waits until a reader hears these words of the answer that is being written. */
async function untilSaid(server: VitrineServer, id: string, words: string): Promise<void> {
  const reader = await openEventStream(`${server.url}/api/conversations/${id}/events`);
  await until(words, async () => reduceEvents(reader.events()).live?.text.startsWith(words));
  reader.close();
}

const textOf = (events: DurableEvent[]) =>
  ofType(events, 'assistant.message').map((event) => event.data.content);
const listing = { name: 'list_files', arguments: { path: 'lib/core' } };

describe('a model server that fails', () => {
  test.each([
    [401, 'model_unauthorized', /OPENAI_API_KEY/],
    [429, 'model_rate_limited', /rate limit/],
    [500, 'model_server_error', /500/],
    [404, 'model_not_found', /VITRINE_MODEL/],
    [400, 'model_error', /400/],
  ])(
    'with %i ends the run with an error that can be read, and the next message is answered',
    async (status, code, words) => {
      let isBroken = true;
      const { server } = await start(() => (isBroken ? { status } : { text: 'Well again.' }));
      const id = await createConversation(server);
      const { data } = await ask(server, id, 'go');
      expect(data).toMatchObject({
        outcome: 'failed',
        error: { code, message: expect.stringMatching(words) },
      });
      expect(ofType(await readEvents(server, id), 'session.error')).toHaveLength(1);
      isBroken = false;
      expect((await ask(server, id, 'again')).data.outcome).toBe('completed');
      expectWhole(await readEvents(server, id));
    },
  );
});

describe('a model that calls badly', () => {
  test.each([
    ['arguments that are no JSON', { name: 'read_file', arguments: '{"path":' }, /not valid JSON/],
    [
      'arguments of another shape',
      { name: 'read_file', arguments: { path: 7 } },
      /Bad arguments for read_file/,
    ],
    ['a tool that is not there', { name: 'rm_rf', arguments: {} }, /There is no tool rm_rf/],
  ])('with %s is reported, and the run goes on', async (_, call, words) => {
    const { server, model } = await start((_request, index) =>
      index === 0 ? { toolCalls: [call] } : { text: 'I see.' },
    );
    const id = await createConversation(server);
    expect((await ask(server, id, 'go')).data.outcome).toBe('completed');
    const events = await readEvents(server, id);
    expectWhole(events);
    const [complete] = ofType(events, 'tool.execution_complete');
    expect(complete?.data).toMatchObject({ success: false, resultType: 'failure' });
    expect(complete?.data.result?.content).toMatch(words);
    // What the log says is what was sent.
    const messages = model?.requests[1]?.body.messages as { role: string; content: string }[] | undefined;
    const sent = messages?.find((message) => message.role === 'tool');
    expect(sent?.content).toBe(complete?.data.result?.content);
  });

  test('without end is stopped at 20 steps, and the page can say why', async () => {
    const { server, model } = await start(() => ({ toolCalls: [listing] }));
    const id = await createConversation(server);
    expect((await ask(server, id, 'go', 60_000)).data.outcome).toBe('step_limit');
    expect(model?.requests).toHaveLength(20);
    expectWhole(await readEvents(server, id));
  });

  test('that numbers its calls anew in every step has each of them told apart', async () => {
    const { server, model } = await start((_request, index) =>
      index < 3 ? { toolCalls: [{ ...listing, id: 'call_0' }] } : { text: 'Three.' },
    );
    const id = await createConversation(server);
    const countCalls = async () => (await (await server.request('/api/savings')).json()).totals.calls;
    const callsBefore = await countCalls();
    expect((await ask(server, id, 'go')).data.outcome).toBe('completed');
    const events = await readEvents(server, id);
    expectWhole(events);
    expect(
      new Set(ofType(events, 'tool.execution_complete').map((event) => event.data.toolCallId)).size,
    ).toBe(3);
    const history = model?.requests.at(-1)?.body.messages as
      | { role: string; tool_call_id?: string }[]
      | undefined;
    expect(new Set(history?.flatMap((message) => message.tool_call_id ?? [])).size).toBe(3);
    expect(await countCalls()).toBe(callsBefore + 3);
  });

  test('with many tools at once gets all their results', async () => {
    const { server } = await start((_request, index) =>
      index === 0 ? { toolCalls: Array.from({ length: 30 }, () => listing) } : { text: 'Thirty.' },
    );
    const id = await createConversation(server);
    expect((await ask(server, id, 'go')).data.outcome).toBe('completed');
    expectWhole(await readEvents(server, id));
  });
});

const slow = { text: Array.from({ length: 200 }, (_, index) => `word${index}`).join(' '), delayMs: 20 };

describe('a run', () => {
  test('is stopped from anywhere, keeps what was said, and closes the call to the model', async () => {
    const { server } = await start(() => slow);
    const id = await createConversation(server);
    const { runId } = await send(server, id, 'go');
    await untilSaid(server, id, 'word0 word1 ');
    expect((await server.request(`/api/conversations/${id}/abort`, { method: 'POST' })).status).toBe(202);
    expect((await untilFinished(server, id, runId)).data.outcome).toBe('aborted');
    const events = await readEvents(server, id);
    expectWhole(events);
    expect(textOf(events)[0]).toMatch(/^word0 word1 /);
  });

  test('goes on without anybody looking; a second message waits for its end', async () => {
    const { server, model } = await start((_request, index) =>
      index === 0 ? { text: 'a b c d e', delayMs: 50 } : { text: 'second' },
    );
    const id = await createConversation(server);
    const first = await send(server, id, 'one');
    const second = await send(server, id, 'zebra');
    await untilFinished(server, id, second.runId);
    const events = await readEvents(server, id);
    const order = events
      .filter((event) => event.type === 'run.started' || event.type === 'run.finished')
      .map((event) => `${event.type} ${event.data.runId}`);
    expect(order).toEqual([
      `run.started ${first.runId}`,
      `run.finished ${first.runId}`,
      `run.started ${second.runId}`,
      `run.finished ${second.runId}`,
    ]);
    // The queued message was not slipped into the first run.
    expect(model?.requests[0]?.raw).not.toContain('zebra');
  });

  test('gives way to a message that interrupts it', async () => {
    const { server } = await start((_request, index) => (index === 0 ? slow : { text: 'Instead.' }));
    const id = await createConversation(server);
    const first = await send(server, id, 'one');
    await until('the run to be under way', async () => (await stateOf(server, id)).activeRunId);
    const waiting = await send(server, id, 'later');
    const second = await send(server, id, 'stop, do this', { interrupt: true });
    expect((await untilFinished(server, id, second.runId)).data.outcome).toBe('completed');
    expect((await untilFinished(server, id, first.runId)).data.outcome).toBe('aborted');
    await untilFinished(server, id, waiting.runId);
    const started = ofType(await readEvents(server, id), 'run.started').map(({ data }) => data.runId);
    expect(started).toEqual([first.runId, second.runId, waiting.runId]);
  });
});

// Most of their time is waiting: for retries, a lease, the time that runs get to end.
describe.concurrent('on a server of its own', () => {
  test('a model server that is not there ends the run with an error that says so', async ({
    onTestFinished,
  }) => {
    const environment = {
      OPENAI_BASE_URL: `http://127.0.0.1:${await freePort()}/v1`,
      VITRINE_MODEL: 'scripted',
    };
    const server = await startVitrine({ environment });
    onTestFinished(async () => void (await server.end()));
    const id = await createConversation(server);
    expect((await ask(server, id, 'go')).data).toMatchObject({
      outcome: 'failed',
      error: { code: 'model_unreachable' },
    });
  });

  test('a run of a process that died is marked interrupted at the next start, its text kept, and what was queued is answered', async ({
    onTestFinished,
  }) => {
    const dataDir = newDataDir();
    const first = await startOwn(onTestFinished, () => slow, dataDir);
    const id = await createConversation(first);
    const { runId } = await send(first, id, 'one');
    const queued = await send(first, id, 'two');
    await untilSaid(first, id, 'word0 word1 ');
    await first.end('SIGKILL');
    const second = await startOwn(onTestFinished, () => ({ text: 'Answered.' }), dataDir);
    expect((await untilFinished(second, id, runId)).data.outcome).toBe('interrupted');
    expect((await untilFinished(second, id, queued.runId)).data.outcome).toBe('completed');
    const events = await readEvents(second, id);
    expectWhole(events);
    expect(textOf(events)[0]).toMatch(/^word0 word1 /);
  });

  test('a run of a process that is killed costs what its provider had reported, once', async ({
    onTestFinished,
  }) => {
    const dataDir = newDataDir();
    const first = await startOwn(onTestFinished, () => ({ text: 'All said.', staysOpen: true }), dataDir);
    const id = await createConversation(first);
    const { runId } = await send(first, id, 'one');
    const totalsOf = async (server: VitrineServer) =>
      (await (await server.request('/api/savings')).json()).totals;
    await until('the report', async () => (await totalsOf(first)).inputTokens === 10);
    await first.end('SIGKILL');
    const second = await startOwn(onTestFinished, () => ({ text: 'Answered.' }), dataDir);
    expect((await untilFinished(second, id, runId)).data.outcome).toBe('interrupted');
    expect(await totalsOf(second)).toMatchObject({ steps: 1, inputTokens: 10, outputTokens: 5 });
  });

  test('an interrupted run goes on from its last finished step: when somebody asks, or without that where the team wants it', async ({
    onTestFinished,
  }) => {
    const dataDir = newDataDir();
    const gone: Script = (request) =>
      isAfterTool(request) ? { text: 'Half of it ', hangs: true } : { text: '', toolCalls: [listing] };
    const first = await startOwn(onTestFinished, gone, dataDir);
    const id = await createConversation(first);
    const { runId } = await send(first, id, 'list it');
    await untilSaid(first, id, 'Half of it');
    await first.end('SIGKILL');

    const requests: RecordedRequest[] = [];
    const goesOn: Script = (request) => {
      requests.push(request);
      return heard(request).startsWith('[[continue: ') ? { text: 'The other half.' } : gone(request, 0);
    };
    const second = await startOwn(onTestFinished, goesOn, dataDir);
    await untilFinished(second, id, runId);
    const ask = (run: string) =>
      second.request(`/api/conversations/${id}/runs/${run}/continue`, { method: 'POST' });
    const answers = await Promise.all([ask(runId), ask(runId)]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    const [next, same] = await Promise.all(answers.map((answer) => answer.json()));
    expect(same).toEqual(next);
    expect((await untilFinished(second, id, next.runId)).data.outcome).toBe('completed');
    const messages = requests[0]?.body.messages as { role: string; content: string }[];
    expect(messages.slice(-4).map(({ role }) => role)).toEqual(['assistant', 'tool', 'assistant', 'user']);
    expect(messages.at(-2)?.content).toContain('Half of it');
    expect(messages.at(-1)?.content).toContain('the server stopped');
    for (const run of [runId, next.runId]) expect((await ask(run)).status).toBe(409);

    await second.request('/api/settings', { method: 'PATCH', body: { continuesRuns: true } });
    const again = await send(second, id, 'list it again');
    const waiting = await send(second, id, 'list it a third time');
    await untilSaid(second, id, 'Half of it');
    await second.end('SIGKILL');
    const third = await startOwn(onTestFinished, () => ({ text: 'All of it.' }), dataDir);
    await untilFinished(third, id, waiting.runId);
    const events = await readEvents(third, id);
    expectWhole(events);
    const ended = ofType(events, 'run.finished').map(({ data }) => [data.runId, data.outcome]);
    const [, automatic] = ofType(events, 'run.requested');
    expect(automatic?.data).toMatchObject({ continues: again.runId, isAutomatic: true });
    expect(ended.slice(-3)).toEqual([
      [again.runId, 'interrupted'],
      [automatic?.data.runId, 'completed'],
      [waiting.runId, 'completed'],
    ]);
  });

  test('a run that a shutdown does not wait for is marked interrupted before the end', async ({
    onTestFinished,
  }) => {
    const dataDir = newDataDir();
    const first = await startOwn(onTestFinished, () => ({ text: 'a', hangs: true }), dataDir);
    const id = await createConversation(first);
    const { runId } = await send(first, id, 'one');
    await until('the run to be under way', async () => (await stateOf(first, id)).activeRunId);
    const reader = await openEventStream(`${first.url}/api/conversations/${id}/events`);
    expect((await first.end('SIGTERM')).code).toBe(0);
    await reader.ended;
    const last = reader.events().findLast((event) => event.id !== null);
    expect(last).toMatchObject({ type: 'run.finished', data: { outcome: 'interrupted' } });
    expect(reader.messages.at(-1)?.retry ?? reader.text()).toMatch(/^1000$|retry: 1000/);
    const second = await startOwn(onTestFinished, () => ({ text: '' }), dataDir);
    const [end] = ofType(await readEvents(second, id), 'run.finished');
    expect(end?.data).toMatchObject({ runId, outcome: 'interrupted' });
  });
});
