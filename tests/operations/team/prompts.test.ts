import { expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import type { MemberCall } from '#lib/operations/member-call.ts';
import { putPrompt, removePrompt } from '#lib/operations/team/change-prompts.ts';
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
    ({
      member: { id, name: id, role },
      services: { stores, nowMs },
      origin: { address: null },
    }) as unknown as MemberCall;
  return { stores, as, list: () => stores.prompts.list() };
};

test('whoever saved a prompt changes and removes it; others do not, but admins do', async () => {
  const { stores, as, list } = begin();
  await putPrompt(as('bo'), 'review', { text: 'Review {{branch}}' });
  await expect(putPrompt(as('cy'), 'review', { text: 'x' })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(removePrompt(as('cy'), 'review')).rejects.toMatchObject({ code: 'forbidden' });
  await putPrompt(as('ada', 'admin'), 'review', { text: 'Look at {{branch}}' });
  expect(await list()).toMatchObject([{ name: 'review', text: 'Look at {{branch}}', by: { id: 'bo' } }]);
  await removePrompt(as('bo'), 'review');
  expect(await list()).toEqual([]);
  await expect(removePrompt(as('bo'), 'review')).rejects.toMatchObject({ code: 'not_found' });
  const entries = await stores.audit.list({ actions: [], by: null, from: null, to: null }, null, 9);
  expect(entries.map(({ action, by, subject }) => [action, by?.id, subject?.name])).toEqual([
    ['prompt.removed', 'bo', '/review'],
    ['prompt.saved', 'ada', '/review'],
    ['prompt.saved', 'bo', '/review'],
  ]);
  expect(JSON.stringify(entries)).not.toContain('branch');
});

test('a new one does not replace one of its name, and there is room for a bounded number', async () => {
  const { stores, as } = begin();
  const savedAt = new Date(nowMs()).toISOString();
  for (let index = 0; index < limits.prompts; index += 1)
    await stores.prompts.put({ name: `p${index}`, text: 'x', by: { id: 'bo', name: 'Bo' }, savedAt }, null);
  await expect(putPrompt(as('bo'), 'one-more', { text: 'x' })).rejects.toMatchObject({
    code: 'not_possible',
  });
  await expect(putPrompt(as('bo'), 'p0', { text: 'y', isNew: true })).rejects.toMatchObject({
    code: 'not_possible',
  });
  await putPrompt(as('bo'), 'p0', { text: 'y' });
});
