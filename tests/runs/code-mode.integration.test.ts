import { expect, test } from 'vitest';
import { reduceEvents } from '#lib/core/conversation/reduce-events.ts';
import { readLog } from '#lib/runs/conversation-log.ts';
import { type RunStage, startRunStage } from '../support/run-stage.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';

const lines = Array.from({ length: 3_000 }, (_, index) => `line ${index} of many`).join('\n');

/** A model that writes one program, and then answers. */
async function start(code: string, config: object = {}): Promise<RunStage> {
  const [folder, workspace] = [tempFolder(), tempFolder()];
  writeFiles(workspace, { 'long.log': lines, 'secret.txt': 'the key is sk-verysecret1234567890\n' });
  writeFiles(folder, { 'vitrine.config.json': JSON.stringify({ codeMode: true, ...config }) });
  const stage = await startRunStage(
    (_request, position) =>
      position === 0
        ? { toolCalls: [{ name: 'run_program', arguments: { code } }] }
        : { text: 'There it is.' },
    {
      environment: {
        ...{ VITRINE_CONFIG: `${folder}/vitrine.config.json`, VITRINE_WORKSPACES: workspace },
        OPENAI_API_KEY: 'sk-verysecret1234567890',
      },
    },
  );
  await stage.ask('Where is line 2,977?');
  return stage;
}

const lastSent = ({ model }: RunStage): string => model.requests.at(-1)?.raw ?? '';
const callsOf = async ({ services, conversation }: RunStage) =>
  Object.values(reduceEvents(await readLog(services.stores.events, conversation.id)).toolCalls);

test('what a program reads is an artifact of the conversation, and only what it returns is sent', async () => {
  const stage = await start(
    'const text = await tools.read_file({ path: "long.log" }); return text.split("\\n").findIndex((line) => line.startsWith("line 2977 "));',
  );
  expect(lastSent(stage)).toContain('2977');
  expect(lastSent(stage)).not.toContain('line 1500');
  const { stores } = stage.services;
  const [call] = await callsOf(stage);
  const answer = await stores.artifacts.get(call?.result?.toolTelemetry.artifactId ?? '');
  const [report] = answer?.metadata.parts ?? [];
  const bytes = await stores.artifacts.readBytes(report?.artifactId ?? '', 0, 100_000);
  const [inner = ''] =
    /art_[a-z2-7]{26}/.exec(String(new TextDecoder().decode(bytes ?? new Uint8Array()))) ?? [];
  const record = await stores.artifacts.get(inner);
  expect(record?.metadata).toMatchObject({ conversationId: stage.conversation.id, lineCount: 3_000 });
  // The ledger has the call of the model alone: nothing of the inner one was sent, and nothing withheld.
  const entries = await stores.ledger.list('2000-01-01', '9999-12-31');
  const names = entries.flatMap((entry) => (entry.kind === 'call' ? [entry.toolName] : []));
  expect(names).toEqual(['run_program']);
});

test.each([
  ['edit_file', '{ path: "long.log" }', 'A program cannot call edit_file'],
  ['run_program', '{ code: "return 1" }', 'A program cannot call run_program'],
  ['show_file', '{ path: "long.log" }', 'There is no tool show_file'],
  ['render_file_contents', '{ path: "long.log" }', 'A program cannot call render_file_contents'],
  ['fly_to_moon', '{}', 'There is no tool fly_to_moon'],
  ['read_file', '{ path: "../../etc/passwd" }', 'The path leaves the workspace'],
])('%s(%s) fails, and the program can go on', async (name, input, words) => {
  const stage = await start(
    `try { return await tools.${name}(${input}); } catch (error) { return "failed: " + error.message; }`,
  );
  expect(lastSent(stage)).toContain('failed: ');
  expect(lastSent(stage)).toContain(words);
});

test('what a person has to allow is not for programs, and what is denied is denied', async () => {
  const code =
    'try { return await tools.read_file({ path: "long.log" }); } catch (error) { return error.message; }';
  const asked = await start(code, { approvals: { read_file: 'ask' } });
  expect(lastSent(asked)).toContain('A person has to allow this call of read_file');
  const denied = await start(code, { approvals: { read_file: 'deny' } });
  expect(lastSent(denied)).toContain('Denied');
});

test('secrets of the server stay out of what a program gets', async () => {
  const stage = await start(
    'return [...(await tools.read_file({ path: "secret.txt" }))].reverse().join("");',
  );
  expect(lastSent(stage)).not.toContain([...'sk-verysecret1234567890'].reverse().join(''));
});

test('without the setting there is no such tool', async () => {
  const stage = await start('return 1', { codeMode: false });
  expect(JSON.stringify(stage.model.requests[0]?.body.tools)).not.toContain('run_program');
  expect(lastSent(stage)).toContain('There is no tool run_program');
});
