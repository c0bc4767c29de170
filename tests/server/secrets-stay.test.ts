import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DurableEvent } from '#lib/core/vocabulary/events.ts';
import type { Json } from '#lib/core/vocabulary/json.ts';
import type { ToolName } from '#lib/core/vocabulary/tools/tool-profiles.ts';
import { madeUp } from '../split/secrets/masking.ts';
import { callsWhatIsAsked, callTool } from '../support/calling-model.ts';
import { createConversation, readEvents } from '../support/conversations.ts';
import { numberedLines, openStage, type Stage } from '../support/stage.ts';

type Call = DurableEvent<'tool.execution_complete'>['data'];

const [first, second, third] = [1_001, 1_002, 1_003].map((number) => `ghp_${madeUp(32)}${number}`);
const own = `own-${madeUp(24)}`;
const secrets = [first, second, third, own].map(String);
const named = (number: number) => `[masked: github token #${number}]`;

const settings = `host = "build"\ntoken = ${first}\nretries = 3\n`;
const log = numberedLines(2_000, (number) =>
  number === 1_200
    ? `12:00:01 ERROR push refused for token ${first}`
    : `12:00:00 INFO job ${number} waits for its turn in the queue`,
);
const patch = `--- a/patched.ini\n+++ b/patched.ini\n@@ -1 +1 @@\n-old\n+token = ${first}\n`;

describe.each([
  ['chat', 'SQLite'],
  ['responses', 'Redis'],
] as const)('a secret in a result, over %s, on %s', (api, store) => {
  let stage: Stage;
  let id: string;
  let source: string;

  const call = (name: ToolName, input: Json): Promise<Call> =>
    callTool(stage.server, id, { name, arguments: input });
  const viewOf = async (name: ToolName, input: Json): Promise<string> => {
    const { result, success, error } = await call(name, input);
    expect([name, success, error]).toEqual([name, true, undefined]);
    return result?.content ?? '';
  };
  const inWorkspace = (path: string) => readFileSync(join(stage.workspace, path), 'utf8');
  const bytesOf = async (artifactId: string | null) =>
    await (await stage.server.request(`/api/artifacts/${artifactId}`)).text();

  beforeAll(async () => {
    stage = await openStage({
      api,
      store,
      script: callsWhatIsAsked,
      environment: { DEPLOY_TOKEN: own },
      files: {
        'settings.ini': settings,
        'indented.ini': `[push]\n    token   =   ${first}\n`,
        'other.ini': `a = ${second}\nb = ${first}\n`,
        'own.ini': `deploy with ${own}\n`,
        'push.log': log,
        'push.patch': patch,
        'patched.ini': 'old\n',
        [`keys/${third}.pem`]: 'x\n',
      },
    });
    id = await createConversation(stage.server);
    source = (await call('read_file', { path: 'settings.ini' })).toolTelemetry.artifactId ?? '';
  });
  afterAll(async () => await stage?.close());

  test('has one name wherever the model meets it: in a file, an output, a search, a summary, a diff', async () => {
    const masked = settings.replace(String(first), named(1));
    expect(await viewOf('read_file', { path: 'settings.ini' })).toBe(masked);
    expect(await viewOf('run_pty_cmd', { command: 'cat settings.ini' })).toContain(`token = ${named(1)}`);
    const code = 'print(open("settings.ini").read(), end="")';
    expect(await viewOf('execute_code', { language: 'python', code })).toBe(masked);
    expect(await viewOf('grep_file', { pattern: 'token', glob: 'settings.ini' })).toBe(
      `settings.ini:2:token = ${named(1)}\n`,
    );
    const summary = await viewOf('run_pty_cmd', { command: 'cat push.log' });
    expect(summary).toContain(`ERROR push refused for token ${named(1)}`);
    expect(summary).toContain('recall_output("art_');
    expect(await viewOf('read_file', { path: 'other.ini' })).toBe(`a = ${named(2)}\nb = ${named(1)}\n`);
    expect(await viewOf('list_files', { path: 'keys' })).toBe(`keys/${named(3)}.pem\n`);
    expect(await viewOf('edit_file', { path: 'own.ini', oldText: 'deploy', newText: 'ship' })).toContain(
      '+ship with [masked: server secret #1]',
    );
  });

  test('is masked in a recall, by lines and by words', async () => {
    const shown = await call('run_and_display', { command: 'cat push.log' });
    expect(shown.result?.content).not.toContain('token');
    const { artifactId } = shown.toolTelemetry;
    for (const ask of [{ lines: '1199-1201' }, { query: 'push refused' }]) {
      expect(await viewOf('recall_output', { artifactId, ...ask })).toContain(
        `refused for token ${named(1)}`,
      );
    }
  });

  test('is masked in an error, whose words quote a file', async () => {
    const refused = await call('edit_file', {
      path: 'indented.ini',
      oldText: `${source}#L2`,
      newText: 'token = none',
    });
    expect(refused.success).toBe(false);
    expect(refused.result?.content).toMatch(/does not occur in it\. Its first line looks like this: line 2/);
    expect(refused.result?.content).toContain(named(1));
    expect(refused.error?.message).not.toContain(first);
  });

  test('is passed on by reference, and arrives unmasked in the workspace', async () => {
    const view = await viewOf('create_file', { path: 'copy.ini', content: source });
    expect(view).toContain(`+token = ${named(1)}`);
    expect(inWorkspace('copy.ini')).toBe(settings);
    const shown = await call('render_file_contents', { path: 'push.patch' });
    const patched = await viewOf('apply_patch', { patch: shown.toolTelemetry.artifactId });
    expect(patched).toContain(`+token = ${named(1)}`);
    expect(inWorkspace('patched.ini')).toBe(`token = ${first}\n`);
    const code = await call('create_file', { path: 'say.py', content: `${source}#L2` });
    expect(code.result?.content).toContain(named(1));
    expect(inWorkspace('say.py')).toBe(`token = ${first}\n`);
  });

  test('is there whole for people, who are told of it before they share', async () => {
    expect(await bytesOf(source)).toBe(settings);
    const view = await stage.server.request(`/api/artifacts/${source}?view=assistant`);
    expect(await view.text()).toBe(settings.replace(String(first), named(1)));
    const found = await stage.server.request(`/api/artifacts/${source}/secrets`);
    expect(await found.json()).toMatchObject({
      kinds: [{ kind: 'github token', line: 2, count: 1 }],
      isCut: false,
      isUnread: false,
    });
  });

  test('has the same name in a later turn and after a restart, whichever is met first', async () => {
    await stage.restart();
    expect(await viewOf('run_pty_cmd', { command: 'tail -n 1 other.ini; head -n 1 other.ini' })).toContain(
      `b = ${named(1)}`,
    );
    expect(await viewOf('read_file', { path: 'other.ini' })).toBe(`a = ${named(2)}\nb = ${named(1)}\n`);
    expect(await viewOf('recall_output', { artifactId: source, query: 'token' })).toContain(named(1));
  });

  test('is in no request to the model, nor in the log, in whole or in half', async () => {
    const requests = stage.model?.requests ?? [];
    expect(requests.length).toBeGreaterThan(30);
    const events = JSON.stringify(await readEvents(stage.server, id));
    for (const secret of secrets) {
      for (const part of [secret.slice(0, 20), secret.slice(-20)]) {
        for (const { raw } of requests) expect(raw).not.toContain(part);
        expect(events).not.toContain(part);
      }
    }
    expect(requests.at(-1)?.raw).toContain(named(1));
  });
});
