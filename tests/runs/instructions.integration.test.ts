import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import {
  changeConversationInstructions,
  readConversationInstructions,
} from '#lib/operations/conversations/conversation-instructions.ts';
import { readConversationUsage } from '#lib/operations/conversations/conversation-usage.ts';
import type { MemberCall } from '#lib/operations/member-call.ts';
import { forkConversation } from '#lib/runs/fork-conversation.ts';
import { until } from '../support/conversations.ts';
import { type RunStage, startRunStage } from '../support/run-stage.ts';
import { delegating, scriptOfParts } from '../support/sub-agent-script.ts';
import { tempFolder } from '../support/temp-folder.ts';

interface Scene extends RunStage {
  write(text: string): void;
  setTeam(content: string): Promise<void>;
  change(
    change: Parameters<typeof changeConversationInstructions>[2],
  ): ReturnType<typeof changeConversationInstructions>;
}

async function begin(
  script: Parameters<typeof startRunStage>[0] = () => ({ text: 'ok' }),
  config = {},
): Promise<Scene> {
  const root = tempFolder();
  const file = join(tempFolder(), 'vitrine.config.json');
  writeFileSync(file, JSON.stringify(config));
  const stage = await startRunStage(script, {
    environment: { VITRINE_WORKSPACES: root, VITRINE_CONFIG: file },
  });
  const { services, conversation } = stage;
  const by = { id: 'local', name: 'me' };
  return {
    ...stage,
    write: (text) => writeFileSync(join(root, 'AGENTS.md'), text),
    setTeam: async (content) =>
      await services.stores.settings.change({
        teamInstructions: { content, by, changedAt: '2026-01-01T00:00:00.000Z' },
      }),
    change: (change) =>
      changeConversationInstructions(
        { member: services.localMember, services } as MemberCall,
        conversation,
        change,
      ),
  };
}

/** The instructions of each model call. */
const sentIn = ({ model }: RunStage): string[] =>
  model.requests.map(({ body }) => {
    const [first] = (body as { messages: { role: string; content: string }[] }).messages;
    return first?.content ?? '';
  });

test('the first run reads them for good: later calls send the same words, whatever the file says then', async () => {
  const scene = await begin();
  scene.write('Use tabs.');
  await scene.setTeam('Answer in English.');
  await scene.ask('hello');
  scene.write('Use spaces.');
  await scene.setTeam('Answer in French.');
  await scene.ask('again');
  const [first = '', second] = sentIn(scene);
  expect(first).toContain('<instructions from="the team">\nAnswer in English.\n</instructions>');
  expect(first).toContain('<instructions from="AGENTS.md">\nUse tabs.\n</instructions>');
  expect(second).toBe(first);
  expect((await scene.events()).filter(({ type }) => type === 'instructions.read')).toHaveLength(1);
});

test('somebody has them read again, and that reaches the next run', async () => {
  const scene = await begin();
  scene.write('Use tabs.');
  await scene.ask('hello');
  scene.write('Use spaces.');
  const before = await readConversationInstructions(scene.services, scene.conversation);
  expect([before.isOutdated, before.sources[0]?.content]).toEqual([true, 'Use tabs.']);
  const after = await scene.change({ readAgain: true });
  expect([after.isOutdated, after.sources[0]?.content, after.readBy?.id]).toEqual([
    false,
    'Use spaces.',
    'local',
  ]);
  await scene.ask('again');
  expect(sentIn(scene)[1]).toContain('Use spaces.');
  expect(sentIn(scene)[1]).not.toContain('Use tabs.');
});

test('the conversation has its own from the next run on; emptied, they are gone', async () => {
  const scene = await begin();
  scene.write('Use tabs.');
  await expect(scene.change({ own: 'Late.', replaced: '2026-01-01T00:00:00.000Z' })).rejects.toMatchObject({
    message: expect.stringMatching(/^Somebody has removed them meanwhile/),
  });
  await scene.change({ own: 'Change nothing.', replaced: null });
  await expect(scene.change({ own: 'Late.', replaced: null })).rejects.toMatchObject({
    code: 'not_possible',
    message: expect.stringMatching(/has changed them meanwhile/),
  });
  await scene.ask('hello');
  // Its own do not keep the first run from reading the file.
  expect(sentIn(scene)[0]).toMatch(
    /Use tabs\.(.|\n)+<instructions from="this conversation">\nChange nothing\.\n/,
  );
  await scene.change({ own: '' });
  await scene.ask('again');
  expect(sentIn(scene)[1]).not.toContain('Change nothing');
});

test('the meter counts each, before the first run and after it', async () => {
  const scene = await begin();
  scene.write('Use tabs.');
  await scene.setTeam('Answer in English.');
  const usage = () => readConversationUsage(scene.services, scene.conversation, 'local');
  const before = await usage();
  expect(before.instructions.map(({ from, name }) => [from, name])).toEqual([
    ['team', 'team'],
    ['workspace', 'AGENTS.md'],
  ]);
  await scene.change({ own: 'Be brief.' });
  await scene.ask('hello');
  const after = await usage();
  expect(after.instructions.map(({ from }) => from)).toEqual(['team', 'workspace', 'conversation']);
  const own = after.instructions.at(-1)?.tokens ?? 0;
  expect(own).toBeGreaterThan(0);
  expect(after.parts.instructions).toBeGreaterThan(before.parts.instructions + own);
});

test('a conversation that began without them goes on without, until somebody has them read', async () => {
  const scene = await begin();
  const { services, conversation } = scene;
  const at = '2026-01-01T00:00:00.000Z';
  await services.stores.events.append(conversation.id, [
    durableEvent(
      'user.message',
      {
        messageId: 'msg_old',
        runId: 'run_old',
        content: 'hi',
        author: { id: 'local', name: 'me' },
        attachments: [],
      },
      at,
    ),
    durableEvent('run.started', { runId: 'run_old', messageId: 'msg_old', model: 'scripted' }, at),
    durableEvent('assistant.message', { messageId: 'msg_said', content: 'hello' }, at),
    durableEvent('run.finished', { runId: 'run_old', outcome: 'completed' }, at),
  ]);
  scene.write('Use tabs.');
  await scene.ask('hello');
  expect(sentIn(scene)[0]).not.toContain('Use tabs.');
  await scene.change({ readAgain: true });
  await scene.ask('again');
  expect(sentIn(scene)[1]).toContain('Use tabs.');
});

test('after a first run that called no model, the next one reads them', async () => {
  const scene = await begin();
  const { services, conversation } = scene;
  const at = '2026-01-01T00:00:00.000Z';
  const author = { id: 'local', name: 'me' };
  await services.stores.events.append(conversation.id, [
    durableEvent(
      'user.message',
      { messageId: 'msg_a', runId: 'run_a', content: 'hi', author, attachments: [] },
      at,
    ),
    durableEvent('run.started', { runId: 'run_a', messageId: 'msg_a', model: 'gone' }, at),
    durableEvent('run.finished', { runId: 'run_a', outcome: 'failed' }, at),
  ]);
  scene.write('Use tabs.');
  await scene.ask('hello');
  expect(sentIn(scene)[0]).toContain('Use tabs.');
});

test('a run that waits for people goes on with the words that it began with', async () => {
  const scene = await begin(
    (_, index) =>
      index === 0
        ? { toolCalls: [{ name: 'create_file', arguments: { path: 'a.txt', content: 'x' } }] }
        : { text: 'done' },
    { approvals: { create_file: 'ask' } },
  );
  scene.write('Use tabs.');
  await scene.send('go');
  const requestId = await until('the question', async () => {
    const asked = (await scene.events()).find((event) => event.type === 'permission.requested');
    return asked?.data.requestId;
  });
  scene.write('Use spaces.');
  await scene.change({ readAgain: true, own: 'Be brief.' });
  const { services, conversation } = scene;
  const by = { id: 'local', name: 'me' };
  await services.runner.answer(conversation.id, requestId, { decision: 'approved', by });
  await until('its end', async () => (sentIn(scene).length > 1 ? true : undefined));
  await until('the end of the run', async () =>
    (await scene.events()).some((event) => event.type === 'run.finished') ? true : undefined,
  );
  expect(sentIn(scene)[1]).toBe(sentIn(scene)[0]);
  await scene.ask('and now');
  expect(sentIn(scene)[2]).toContain('Use spaces.');
  expect(sentIn(scene)[2]).toContain('Be brief.');
});

test('a fork goes on with the words of its source', async () => {
  const scene = await begin();
  scene.write('Use tabs.');
  await scene.change({ own: 'Be brief.' });
  await scene.ask('hello');
  scene.write('Use spaces.');
  const { services, conversation } = scene;
  const [message] = (await scene.events()).filter((event) => event.type === 'user.message');
  const fork = await forkConversation(
    services,
    services.localMember,
    conversation,
    message?.data.messageId ?? '',
  );
  const { sources, own } = await readConversationInstructions(services, fork);
  expect([sources[0]?.content, own?.content]).toEqual(['Use tabs.', 'Be brief.']);
});

test('a sub-agent reads them, too', async () => {
  const agents = { reader: { description: 'reads', instructions: 'Read closely.' } };
  const script = scriptOfParts({
    main: (step) =>
      step === 0 ? delegating([{ agent: 'reader', task: 'Which files are here?' }]) : { text: 'done' },
    reader: () => ({ text: 'none' }),
  });
  const scene = await begin(script, { agents });
  scene.write('Use tabs.');
  await scene.ask('look');
  const ofReader = sentIn(scene).filter((words) => words.startsWith('You are reader'));
  expect(ofReader.length).toBeGreaterThan(0);
  expect(ofReader.every((words) => words.includes('Use tabs.'))).toBe(true);
});
