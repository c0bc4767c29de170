import { afterEach, beforeEach, expect, test } from 'vitest';
import { compactConversation } from '#lib/operations/conversations/compact-conversation.ts';
import { readConversationUsage } from '#lib/operations/conversations/conversation-usage.ts';
import { deleteMessage } from '#lib/operations/conversations/delete-message.ts';
import { originAt } from '#tests/support/origin-at.ts';
import { type RunStage, startRunStage } from '#tests/support/run-stage.ts';

let stage: RunStage;
let answer: string;
const long = (name: string): string => `${name}: ${'words of an answer '.repeat(60)}`;
beforeEach(async () => {
  stage = await startRunStage(() => ({ text: answer }));
  for (const name of ['first', 'second', 'third']) {
    answer = long(name);
    await stage.ask(`What is the ${name}?`);
  }
});
afterEach(() => {
  answer = '';
});

const compact = () => {
  const { services, conversation } = stage;
  const call = { origin: originAt(null), member: services.localMember, services };
  return compactConversation(call, conversation);
};
const state = async () => await stage.services.readState(stage.conversation.id);
const sentTexts = () => JSON.stringify(stage.model.requests.at(-1)?.body.messages);

test('all but the last answer is compacted; the next call has the summary, and the prefix stays as it is then', async () => {
  const { services, conversation } = stage;
  const before = await readConversationUsage(services, conversation, 'local');
  await compact();
  const [compaction] = (await state()).compactions;
  expect(compaction).toMatchObject({
    trigger: 'member',
    by: { name: services.localMember.name },
    messagesRemoved: 4,
  });
  expect(compaction?.postCompactionTokens).toBeLessThan(compaction?.preCompactionTokens ?? 0);
  const after = await readConversationUsage(services, conversation, 'local');
  expect(before.usedTokens).toBe(compaction?.preCompactionTokens);
  expect(after.usedTokens).toBe(compaction?.postCompactionTokens);
  expect(after.parts.summary).toBeGreaterThan(0);
  answer = 'Short.';
  await stage.ask('And the fourth?');
  expect(sentTexts()).toContain('4 earlier messages of this conversation are summed up here');
  expect(sentTexts()).not.toContain(long('second'));
  expect(sentTexts()).toContain(long('third'));
  const transcript = await services.stores.artifacts.readBytes(compaction?.artifactId ?? '', 0, 100_000);
  expect(Buffer.from(transcript ?? []).toString()).toContain(long('second'));
});

test('twice at once, or with too little before the last answer, it is refused and nothing changes', async () => {
  const ends = await Promise.allSettled([compact(), compact()]);
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(compact()).rejects.toMatchObject({ code: 'not_possible' });
  expect((await state()).compactions).toHaveLength(1);
});

test('a message inside that is deleted takes the summary and its artifact along', async () => {
  await compact();
  const before = await state();
  const [compaction] = before.compactions;
  const [first] = before.items;
  if (first?.kind !== 'user') throw new Error('the first item is a message');
  const { services, conversation } = stage;
  await deleteMessage(services, conversation.id, first.messageId, first.author);
  expect((await state()).compactions).toEqual([]);
  expect(await services.stores.artifacts.get(compaction?.artifactId ?? '')).toBeNull();
  answer = 'Short.';
  await stage.ask('And the fourth?');
  expect(sentTexts()).toContain(long('second'));
  expect(sentTexts()).not.toContain('What is the first?');
});
