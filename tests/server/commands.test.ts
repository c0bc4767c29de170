import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { ConversationEvent, EphemeralEvent } from '#lib/core/vocabulary/events.ts';
import type { LineWindow } from '#lib/core/vocabulary/line-window.ts';
import { commandsWith } from '../support/commands-with.ts';
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
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { openStage, type StageOptions } from '../support/stage.ts';
import { newDataDir, startVitrine, type VitrineServer } from '../support/vitrine-server.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(options: StageOptions = {}): Promise<SharedStage> {
  const stage = await (options.environment ? openStage(options) : openSharedStage(options));
  closing.push(stage.close);
  return stage;
}

async function follow(server: VitrineServer, conversationId: string) {
  const reader = await openEventStream(`${server.url}/api/conversations/${conversationId}/events`);
  closing.push(async () => reader.close());
  const find = <T extends EphemeralEvent['type']>(type: T) =>
    until(`an event ${type}`, async () =>
      reader.events().find((event): event is Extract<ConversationEvent, { type: T }> => event.type === type),
    );
  return { reader, find };
}

const windowOf = async (server: VitrineServer, artifactId: string, lines: string) => {
  const response = await server.request(`/api/artifacts/${artifactId}?format=json&lines=${lines}`);
  return (await response.json()) as { data: LineWindow; metadata: ArtifactMetadata };
};

const bytesOf = async (server: VitrineServer, artifactId: string | null): Promise<string> =>
  (await server.request(`/api/artifacts/${artifactId}`)).text();

async function lastCall(server: VitrineServer, id: string) {
  const call = ofType(await readEvents(server, id), 'tool.execution_complete').at(-1);
  if (!call) throw new Error('no call was completed');
  return call.data;
}

/** A long sleep that no other run of these tests has in its command line. */
const nap = (seconds: number) => `sleep ${seconds}.${process.pid}`;

describe('a command, on Redis', () => {
  test('can be read while it runs, from its first line, and ends as a whole', async () => {
    const { server, workspace } = await open({ store: 'Redis' });
    const id = await createConversation(server);
    const { find } = await follow(server, id);
    const { runId } = await send(
      server,
      id,
      'run echo first; echo second >&2; until [ -e go ]; do sleep 0.05; done; echo third; exit 3',
    );
    const { data: growth } = await until('the first lines', async () => {
      const event = await find('tool.execution_partial_result');
      const { data } = await windowOf(server, event.data.artifactId, '1-2');
      return data.lines.length === 2 && event;
    });
    const early = await windowOf(server, growth.artifactId, '1-10');
    expect(early.data).toMatchObject({ lines: ['first', 'second'], total: 2, state: 'writing' });
    expect(early.metadata).toMatchObject({
      state: 'writing',
      stderrLines: [{ from: 2, to: 2 }],
      sha256: null,
    });
    const remaining = await server.request(`/api/artifacts/${growth.artifactId}`, {
      headers: { Range: 'bytes=6-' },
    });
    expect(await remaining.text()).toBe('second\n');

    writeFileSync(join(workspace, 'go'), '');
    await untilFinished(server, id, runId);
    const { result, toolTelemetry } = await lastCall(server, id);
    expect(toolTelemetry).toMatchObject({
      artifactId: growth.artifactId,
      exitCode: 3,
      lineCount: 3,
      type: 'terminal',
    });
    // Shorter than saying that people see it.
    expect(result?.content).toBe('exit 3\nfirst\nsecond\nthird\n');
    const late = await windowOf(server, growth.artifactId, '1-10');
    expect(late.data).toMatchObject({ lines: ['first', 'second', 'third'], state: 'complete' });
    expect(late.metadata).toMatchObject({
      state: 'complete',
      exitCode: 3,
      stderrLines: [{ from: 2, to: 2 }],
    });
    expect(late.metadata.durationMs).toBeGreaterThan(0);
  });

  test('that is stopped keeps what it printed, and says so to people and model', async () => {
    const { server } = await open({ store: 'Redis' });
    const id = await createConversation(server);
    const { find } = await follow(server, id);
    const { runId } = await send(server, id, `run echo working; ${nap(4711)}`);
    const { data } = await find('tool.execution_partial_result');
    await until(
      'the first line',
      async () => (await windowOf(server, data.artifactId, '1-1')).data.lines[0] === 'working',
    );
    await server.request(`/api/conversations/${id}/abort`, { method: 'POST' });
    expect((await untilFinished(server, id, runId)).data.outcome).toBe('aborted');
    const { result, toolTelemetry } = await lastCall(server, id);
    expect(result?.content).toContain('stopped by a person');
    expect(await bytesOf(server, toolTelemetry.artifactId)).toBe('working\n');
    await until('the end of its processes', async () => commandsWith(nap(4711)).length === 0);
  });

  test('in a terminal is answered by a person who took it over, and by nobody else', async () => {
    const { server } = await open({ store: 'Redis' });
    const id = await createConversation(server);
    const { find, reader } = await follow(server, id);
    const program = `import signal\nname = input("Name? ")\nprint("Hello " + name)`;
    const { runId } = await send(server, id, `terminal python3 -c '${program}'`);
    const { data } = await find('tool.execution_partial_result');
    await until('the question', async () => (await bytesOf(server, data.artifactId)).includes('Name? '));
    const act = async (what: string, body: unknown) =>
      (
        await server.request(`/api/conversations/${id}/terminals/${data.toolCallId}/${what}`, {
          method: 'POST',
          body,
        })
      ).status;

    expect(await act('input', { data: 'nobody\r' })).toBe(409);
    expect(await act('control', { kind: 'take' })).toBe(204);
    await until('the holder', async () =>
      reader.events().some((event) => event.type === 'tool.terminal_control' && event.data.holder !== null),
    );
    expect(await act('resize', { columns: 0, rows: 10 })).toBe(400);
    expect(await act('resize', { columns: 1_000_000, rows: 10 })).toBe(400);
    expect(await act('resize', { columns: 120, rows: 40 })).toBe(204);
    expect(await act('input', { data: '' })).toBe(400);
    expect(await act('input', { data: 'Mara\r' })).toBe(204);
    await untilFinished(server, id, runId);
    const { result, toolTelemetry } = await lastCall(server, id);
    expect(toolTelemetry).toMatchObject({ exitCode: 0, type: 'terminal' });
    expect(result?.content).toContain('Hello Mara');
    expect(result?.content).not.toContain('nobody');
    expect(await act('input', { data: 'late\r' })).toBe(404);
  });

  test('is run again for people alone: a new result in the same card, not a word of it to the model', async () => {
    const { server, workspace, model } = await open({
      store: 'Redis',
      files: { 'count.txt': 'one\n' },
      script: (_request, index) =>
        index === 0
          ? { toolCalls: [{ name: 'run_and_display', arguments: { command: 'cat count.txt' } }] }
          : { text: 'There.' },
    });
    const id = await createConversation(server);
    await ask(server, id, 'go');
    const first = await lastCall(server, id);
    const savingsBefore = await (await server.request('/api/savings')).json();
    writeFileSync(join(workspace, 'count.txt'), 'two\nlines\n');
    const response = await server.request(`/api/artifacts/${first.toolTelemetry.artifactId}/rerun`, {
      method: 'POST',
    });
    expect(response.status).toBe(202);
    const { runId } = (await response.json()) as { runId: string };
    expect((await untilFinished(server, id, runId)).data.outcome).toBe('completed');

    const [call] = Object.values((await stateOf(server, id)).toolCalls);
    const replacement = call?.replacement;
    expect(replacement?.toolTelemetry).toMatchObject({ lineCount: 2, exitCode: 0 });
    expect(await bytesOf(server, replacement?.artifactId ?? null)).toBe('two\nlines\n');
    expect(await bytesOf(server, first.toolTelemetry.artifactId)).toBe('one\n');
    // The model saw the first run only, and people are never told otherwise.
    expect((await server.request(`/api/artifacts/${replacement?.artifactId}?view=assistant`)).status).toBe(
      404,
    );
    const savings = await (await server.request('/api/savings')).json();
    expect(savings.totals).toEqual(savingsBefore.totals);
    const calls = model?.requests.length;
    await ask(server, id, 'and now?');
    expect(model?.requests).toHaveLength((calls ?? 0) + 1);
    expect(model?.requests.at(-1)?.raw).not.toContain(replacement?.artifactId);
  });
});

describe('running again', () => {
  test('is refused for what changes files, and for what is not there', async () => {
    const { server } = await open({ files: { 'a.txt': 'old\n' } });
    const id = await createConversation(server);
    await ask(server, id, 'edit a.txt: replace "old" with "new"');
    const { toolTelemetry } = await lastCall(server, id);
    const rerun = (artifactId: string | null, headers = {}) =>
      server.request(`/api/artifacts/${artifactId}/rerun`, { method: 'POST', headers });
    expect(await (await rerun(toolTelemetry.artifactId)).json()).toMatchObject({ code: 'not_repeatable' });
    expect((await rerun(`art_${'a'.repeat(26)}`)).status).toBe(404);
    expect((await rerun(toolTelemetry.artifactId, { Origin: 'https://elsewhere.example' })).status).toBe(403);
  });

  test('twice at once is done once', async () => {
    const { server } = await open();
    const id = await createConversation(server);
    await ask(server, id, 'run sleep 1; echo done');
    const { toolTelemetry } = await lastCall(server, id);
    const rerun = async () =>
      (await server.request(`/api/artifacts/${toolTelemetry.artifactId}/rerun`, { method: 'POST' })).json();
    const [first, second] = await Promise.all([rerun(), rerun()]);
    expect(second).toEqual(first);
    await untilFinished(server, id, first.runId);
    expect(ofType(await readEvents(server, id), 'artifact.replaced')).toHaveLength(1);
  });

  test('what cannot be had any more fails with a word, and the first result stays', async () => {
    const { server, workspace } = await open({ files: { 'a.txt': 'text\n' } });
    const id = await createConversation(server);
    await ask(server, id, 'show a.txt');
    const { toolTelemetry } = await lastCall(server, id);
    rmSync(join(workspace, 'a.txt'));
    const response = await server.request(`/api/artifacts/${toolTelemetry.artifactId}/rerun`, {
      method: 'POST',
    });
    const { runId } = (await response.json()) as { runId: string };
    expect((await untilFinished(server, id, runId)).data).toMatchObject({
      outcome: 'failed',
      error: { message: expect.stringContaining('a.txt') },
    });
    expect(await bytesOf(server, toolTelemetry.artifactId)).toBe('text\n');
  });
});

describe('a change', () => {
  const changed = async (server: VitrineServer, id: string) => {
    await ask(server, id, 'edit a.txt: replace "old" with "new"');
    return (await lastCall(server, id)).toolTelemetry.artifactId ?? '';
  };
  const post = (server: VitrineServer, artifactId: string, what: 'undo' | 'redo') =>
    server.request(`/api/artifacts/${artifactId}/${what}`, { method: 'POST' });

  test('is undone and made again from its card, and everybody is told', async () => {
    const { server, workspace } = await open({ files: { 'a.txt': 'first\nold\nlast\n' } });
    const read = () => readFileSync(join(workspace, 'a.txt'), 'utf8');
    const id = await createConversation(server);
    const artifactId = await changed(server, id);
    expect(read()).toBe('first\nnew\nlast\n');
    expect((await post(server, artifactId, 'redo')).status).toBe(409);
    expect((await post(server, artifactId, 'undo')).status).toBe(204);
    expect(read()).toBe('first\nold\nlast\n');
    expect((await stateOf(server, id)).undoings[artifactId]).toMatchObject({ isUndone: true });
    expect((await post(server, artifactId, 'undo')).status).toBe(409);
    expect((await post(server, artifactId, 'redo')).status).toBe(204);
    expect(read()).toBe('first\nnew\nlast\n');
    expect((await stateOf(server, id)).undoings[artifactId]).toMatchObject({ isUndone: false });
  });

  test('is not undone once the file is another, and the file stays as it is', async () => {
    const { server, workspace } = await open({ files: { 'a.txt': 'old\n' } });
    const id = await createConversation(server);
    const artifactId = await changed(server, id);
    writeFileSync(join(workspace, 'a.txt'), 'new\nand more\n');
    const response = await post(server, artifactId, 'undo');
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: 'changed', error: expect.stringContaining('a.txt') });
    expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('new\nand more\n');
  });

  test('is undone only where there was one', async () => {
    const { server } = await open({ files: { 'a.txt': 'old\n' } });
    const id = await createConversation(server);
    await ask(server, id, 'show a.txt');
    const shown = (await lastCall(server, id)).toolTelemetry.artifactId ?? '';
    expect((await post(server, shown, 'undo')).status).toBe(400);
    expect((await post(server, `art_${'a'.repeat(26)}`, 'undo')).status).toBe(404);
  });
});

describe('the server', () => {
  test('killed in the middle of a command leaves no process of it, and the next start says that it was interrupted', async () => {
    const dataDir = newDataDir();
    const first = await startVitrine({ dataDir, workspace: (await open()).workspace });
    const id = await createConversation(first);
    const { find } = await follow(first, id);
    const { runId } = await send(first, id, `run echo begun; (setsid ${nap(4712)} &) ; ${nap(4712)}`);
    await find('tool.execution_partial_result');
    await until('the processes', async () => commandsWith(nap(4712)).length > 0);
    await first.end('SIGKILL');
    await until('their end', async () => commandsWith(nap(4712)).length === 0);
    const second = await startVitrine({ dataDir });
    closing.push(() => second.end());
    expect((await untilFinished(second, id, runId, 40_000)).data.outcome).toBe('interrupted');
  });

  test('stops the command of a conversation that is deleted', async () => {
    const { server } = await open();
    const id = await createConversation(server);
    await send(server, id, `run ${nap(4713)}`);
    await until('the process', async () => commandsWith(nap(4713)).length > 0);
    expect((await server.request(`/api/conversations/${id}`, { method: 'DELETE' })).status).toBe(204);
    // Its sandbox has ended; what was in it goes with that, a moment later.
    await until('its end', async () => commandsWith(nap(4713)).length === 0);
  });

  test('that ends says so of its command, to people and model', async () => {
    const dataDir = newDataDir();
    const first = await startVitrine({ dataDir, workspace: (await open()).workspace });
    const id = await createConversation(first);
    const { find } = await follow(first, id);
    await send(first, id, `run echo begun; ${nap(4715)}`);
    await find('tool.execution_partial_result');
    // A second signal would end it at once; runs get 20 s to end by themselves, this one does not.
    await first.end('SIGTERM');
    const second = await startVitrine({ dataDir });
    closing.push(() => second.end());
    const call = await lastCall(second, id);
    expect(call.result?.content).toContain('stopped with the server');
    expect(await bytesOf(second, call.toolTelemetry.artifactId)).toBe('begun\n');
    await until('the end of its processes', async () => commandsWith(nap(4715)).length === 0);
  });

  test('gives none of its secrets to a command', async () => {
    const { server } = await open({
      environment: { SECRET_CANARY: 'canary-4714', OPENAI_API_KEY: 'key-canary-4714' },
      files: { '.env': 'TOKEN=dotenv-canary-4714\n' },
      script: (_request, index) =>
        index === 0
          ? {
              toolCalls: [
                {
                  name: 'run_and_display',
                  arguments: { command: 'env; cat /proc/*/environ .env; ls -la / /root /home 2>&1' },
                },
              ],
            }
          : { text: 'Done.' },
    });
    const id = await createConversation(server);
    await ask(server, id, 'go');
    const output = await bytesOf(server, (await lastCall(server, id)).toolTelemetry.artifactId);
    expect(output).toContain('PATH=');
    expect(output).not.toContain('canary-4714');
  });

  test('offers no command tools where commands are off, and says so', async () => {
    const { server, model } = await open({
      environment: { VITRINE_EXEC: 'off' },
      script: () => ({ text: 'Hello.' }),
    });
    const id = await createConversation(server);
    await ask(server, id, 'hello');
    const offered = (model?.requests[0]?.body.tools ?? []) as { function: { name: string } }[];
    const tools = offered.map((tool) => tool.function.name);
    expect(tools).toContain('edit_file');
    for (const name of ['run_and_display', 'execute_code', 'run_pty_cmd']) expect(tools).not.toContain(name);
    const health = await (await server.request('/api/health')).json();
    expect(health).toMatchObject({
      status: 'ready',
      commands: { mode: 'off', reason: expect.stringContaining('VITRINE_EXEC') },
    });
  });

  test('tells in its health that commands run in a sandbox', async () => {
    const { server } = await open();
    const health = await (await server.request('/api/health')).json();
    expect(health).toMatchObject({ status: 'ready', reasons: [], commands: { mode: 'bwrap', reason: null } });
    const { memory, memoryReason } = health.commands;
    expect(['control group', 'watched']).toContain(memory);
    expect(memoryReason === null).toBe(memory === 'control group');
  });
});
