import { expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { promptSetting } from '#lib/core/vocabulary/prompts/prompt.ts';
import type { MemberCall } from '#lib/operations/member-call.ts';
import { listPrompts, putPrompt, removePrompt } from '#lib/operations/team/change-prompts.ts';
import { openStores } from '#lib/stores/open-stores.ts';
import { tempFolder } from '#tests/support/temp-folder.ts';

const nowMs = () => Date.parse('2026-11-29T12:00:00Z');
const begin = () => {
  const stores = openStores({
    redisUrl: null,
    dataDir: tempFolder(),
    artifactTtlSeconds: 60,
    artifactBytes: 0,
    nowMs,
  });
  const as = (id: string, role: 'member' | 'admin' = 'member') =>
    ({ member: { id, name: id, role }, services: { stores, nowMs } }) as unknown as MemberCall;
  return { stores, as, list: () => listPrompts({ stores }) };
};

test('whoever saved a prompt changes and removes it; others do not, but admins do', async () => {
  const { as, list } = begin();
  await putPrompt(as('bo'), 'review', { text: 'Review {{branch}}' });
  await expect(putPrompt(as('cy'), 'review', { text: 'x' })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(removePrompt(as('cy'), 'review')).rejects.toMatchObject({ code: 'forbidden' });
  await putPrompt(as('ada', 'admin'), 'review', { text: 'Look at {{branch}}' });
  expect(await list()).toMatchObject([{ name: 'review', text: 'Look at {{branch}}', by: { id: 'bo' } }]);
  await removePrompt(as('bo'), 'review');
  expect(await list()).toEqual([]);
  await expect(removePrompt(as('bo'), 'review')).rejects.toMatchObject({ code: 'not_found' });
});

test('there is room for a bounded number', async () => {
  const { stores, as } = begin();
  const saved = { text: 'x', by: { id: 'bo', name: 'bo' }, savedAt: new Date(nowMs()).toISOString() };
  const many = Array.from({ length: limits.prompts }, (_, index) => promptSetting(`p${index}`, saved));
  await stores.settings.change(Object.assign({}, ...many));
  await expect(putPrompt(as('bo'), 'one-more', { text: 'x' })).rejects.toMatchObject({
    code: 'not_possible',
  });
  await putPrompt(as('bo'), 'p0', { text: 'y' });
});
