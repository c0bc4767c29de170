import { afterEach, beforeEach, expect, test } from 'vitest';
import { submitReview } from '#lib/operations/conversations/submit-review.ts';
import { changeWorkspace } from '#lib/operations/workspaces/change-workspace.ts';
import { sampleArtifact } from '#tests/contracts/samples.ts';
import { type ApprovalStage, openApprovalStage } from '#tests/support/approval-stage.ts';
import { originAt } from '#tests/support/origin-at.ts';

const value = 'npm_AbCdEfGh0123456789xyz';
const diff = [
  'diff --git a/src/cart.js b/src/cart.js',
  '--- a/src/cart.js',
  '+++ b/src/cart.js',
  '@@ -10,3 +10,4 @@',
  ' one',
  '-two',
  '+TWO ```',
  `+const key = "${value}"`,
  ' three',
  'diff --git a/long.txt b/long.txt',
  '--- a/long.txt',
  '+++ b/long.txt',
  '@@ -0,0 +1,30 @@',
  ...Array.from({ length: 30 }, (_, index) => `+line ${index + 1}`),
  '',
].join('\n');

let stage: ApprovalStage;
let artifactId: string;
beforeEach(async () => {
  stage = await openApprovalStage();
  artifactId = await store(diff);
});
afterEach(async () => await stage.close());

const call = () => ({
  origin: originAt(null),
  member: stage.services.localMember,
  services: stage.services,
});
async function store(text: string, change: Parameters<typeof sampleArtifact>[0] = {}): Promise<string> {
  const { services, conversation } = stage;
  const id = services.newId('art');
  const writer = await services.stores.artifacts.create(
    sampleArtifact({ id, type: 'diff', conversationId: conversation.id, ...change }),
  );
  await writer.write(Buffer.from(text));
  await writer.complete(null);
  return id;
}
const send = (comments: readonly [lines: string, text: string][], clientMessageId?: string) =>
  submitReview(call(), stage.conversation, {
    comments: comments.map(([lines, text]) => ({ artifactId, lines, text })),
    clientMessageId,
  });
const sentText = async () => {
  const [message] = (await stage.events()).flatMap((event) =>
    event.type === 'user.message' ? [event.data] : [],
  );
  return message?.content ?? '';
};

test('one comment names its file and lines in it, and quotes what they say', async () => {
  const { runId } = await send([['L6-L7', 'Why in capitals?']]);
  expect(runId).toMatch(/^run_/);
  expect(await sentText()).toBe(
    'A comment on your changes:\n\n`src/cart.js`, line 11:\n\n    -two\n    +TWO ```\n\nWhy in capitals?',
  );
});

test('several are numbered, in the order they were written; of many lines the first are quoted', async () => {
  await send([
    ['L14-L43', 'Too long.'],
    ['L6', 'Keep this.'],
  ]);
  const text = await sentText();
  expect(text).toContain('2 comments on your changes:\n\n1. `long.txt`, lines 1–30:\n\n    +line 1\n');
  expect(text).toContain(`+line 20\n\n(10 more of them in ${artifactId}#L14-L43)\n\nToo long.\n\n2. `);
  expect(text).toContain('2. `src/cart.js`, deleted line 11:\n\n    -two\n\nKeep this.');
});

test('a secret of the workspace in the lines stays with people', async () => {
  const { services } = stage;
  const workspace = services.workspaces.configured[0]?.name ?? '';
  await changeWorkspace(call(), workspace, { setSecrets: [{ name: 'NPM_TOKEN', value }] });
  await send([['L8', 'Not here.']]);
  const text = await sentText();
  expect(text).toContain('"[masked: server secret #1]"');
  expect(text).not.toContain(value);
});

test('the same request twice is one message', async () => {
  const first = await send([['L6', 'Keep this.']], 'once');
  expect(await send([['L6', 'Keep this.']], 'once')).toEqual(first);
});

test('what is no diff, no line of it, or gone is refused with the reason, and nothing is sent', async () => {
  await expect(send([['L900', 'x']])).rejects.toMatchObject({ code: 'invalid_lines' });
  await expect(send([['L4-L99999', 'x']])).rejects.toMatchObject({ code: 'invalid_lines' });
  await expect(send([['here', 'x']])).rejects.toMatchObject({ code: 'invalid_lines' });
  artifactId = await store('text\n', { type: 'text', title: 'notes.txt' });
  await expect(send([['L1', 'x']])).rejects.toMatchObject({
    code: 'not_possible',
    message: 'notes.txt is no diff, so it has no changes to comment on',
  });
  artifactId = 'art_nothing';
  await expect(send([['L1', 'x']])).rejects.toMatchObject({ code: 'not_found' });
  expect(await sentText()).toBe('');
});

test('a comment on very many lines quotes the first; one that fails is named', async () => {
  artifactId = await store(
    `--- a/x.txt\n+++ b/x.txt\n@@ -0,0 +1,30000 @@\n${'+some words of a line\n'.repeat(30_000)}`,
  );
  await send([['L4-L30003', 'Why all of this?']]);
  expect(await sentText()).toContain(`(29980 more of them in ${artifactId}#L4-L30003)`);
  await expect(send([['L40000', 'x']])).rejects.toThrow('The comment on The diff');
});

test('code that is quoted mentions nobody', async () => {
  artifactId = await store(
    `--- a/x.txt\n+++ b/x.txt\n@@ -0,0 +1,1 @@\n+@${stage.services.localMember.name} x\n`,
  );
  await send([['L4', 'No.']]);
  const [message] = (await stage.events()).flatMap((event) =>
    event.type === 'user.message' ? [event.data] : [],
  );
  expect(message?.content).toContain(`+@${stage.services.localMember.name}`);
  expect(message?.mentions ?? []).toEqual([]);
});
