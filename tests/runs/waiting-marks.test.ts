import { afterEach, beforeEach, expect, test } from 'vitest';
import { listConversations } from '#lib/operations/access.ts';
import { type ApprovalStage, ada, bob, create, openApprovalStage, read } from '../support/approval-stage.ts';
import { until } from '../support/conversations.ts';
import { scriptedModel } from '../support/scripted-model.ts';

let stage: ApprovalStage;
beforeEach(async () => {
  stage = await openApprovalStage();
});
afterEach(async () => await stage.close());

const recorded = async () => (await stage.services.stores.conversations.get(stage.conversation.id))?.waiting;
const listedFor = async (id: string, role: 'admin' | 'member' = 'member') =>
  (await listConversations(stage.services, { id, name: id, role }))[0];

test('a conversation says what it waits for, to those whose work it is, until anybody has answered', async () => {
  stage.policy({ create_file: 'ask' });
  const runner = stage.runnerFor(scriptedModel([[create('src/a.txt'), read]]));
  await stage.submit(runner);
  await stage.waiting();
  await until('the mark', async () => ((await recorded()) ? true : undefined));
  expect(await recorded()).toEqual({
    kind: 'approval',
    subject: 'src/a.txt',
    since: expect.any(String),
    answeredBy: 'members',
    askedBy: ada.id,
  });
  expect(await listedFor(ada.id)).toMatchObject({ isWaitingForMe: true, isWorking: false });
  expect(await listedFor(stage.conversation.createdBy.id)).toMatchObject({ isWaitingForMe: true });
  expect(await listedFor(bob.id, 'admin')).toMatchObject({ isWaitingForMe: false });
  const [requestId = ''] = await stage.requestIds();
  await runner.answer(stage.conversation.id, requestId, { decision: 'approved', by: bob });
  await stage.finished();
  await stage.services.waitingMarks.settled();
  expect(await recorded()).toBeNull();
  expect(await listedFor(ada.id)).toMatchObject({ isWaitingForMe: false });
});

test('what only admins may answer waits for them', async () => {
  stage.policy({ create_file: 'ask_admins' });
  const runner = stage.runnerFor(scriptedModel([[create('a.txt')]]));
  await stage.submit(runner);
  await until('the mark', async () => ((await recorded()) ? true : undefined));
  expect(await listedFor(ada.id)).toMatchObject({ isWaitingForMe: false });
  expect(await listedFor(bob.id, 'admin')).toMatchObject({ isWaitingForMe: true });
  await runner.abort(stage.conversation.id, ada);
  await until('the end of it', async () => ((await recorded()) === null ? true : undefined));
});

test('a mark that an ended process left is made again from the log', async () => {
  const { conversations } = stage.services.stores;
  const stale = {
    ...({ kind: 'approval', subject: 'gone', answeredBy: 'members', askedBy: ada.id } as const),
    since: new Date(0).toISOString(),
  };
  await conversations.update(stage.conversation.id, { waiting: stale });
  await stage.services.waitingMarks.repair();
  expect(await recorded()).toBeNull();
});
