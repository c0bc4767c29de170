import { expect, test } from 'vitest';
import type { PromptView } from '#lib/core/vocabulary/prompts/prompt.ts';
import { changeLimits } from '../support/change-limits.ts';
import { openedStores } from './opened-stores.ts';
import type { StoreOpener } from './store-opener.ts';

const prompt = (name: string, text = name): PromptView => ({
  ...{ name, text, by: { id: 'mem_a', name: 'Ada' } },
  savedAt: '2026-03-01T12:00:00.000Z',
});

export function describePrompts(open: StoreOpener): void {
  const opened = openedStores(open);
  const prompts = () => opened().stores.prompts;
  const elsewhere = () => opened().elsewhere.prompts;
  changeLimits({ prompts: 3 });

  test('they are listed by name, in every process and after a restart; the latest words of a name count', async () => {
    await prompts().put(prompt('review'));
    await elsewhere().put(prompt('constructor'));
    await elsewhere().put(prompt('review', 'Review {{branch}}'));
    const expected = [prompt('constructor'), prompt('review', 'Review {{branch}}')];
    expect(await prompts().list()).toEqual(expected);
    expect(await (await opened().reopen()).prompts.list()).toEqual(expected);
  });

  test('one that was removed is gone, and leaves room', async () => {
    for (const name of ['a', 'b', 'c']) expect(await prompts().put(prompt(name))).toBe(true);
    expect(await elsewhere().put(prompt('d'))).toBe(false);
    expect(await elsewhere().put(prompt('a', 'other'))).toBe(true);
    await elsewhere().remove('b');
    await elsewhere().remove('none');
    expect(await prompts().put(prompt('d'))).toBe(true);
    expect((await prompts().list()).map(({ name }) => name)).toEqual(['a', 'c', 'd']);
  });

  test('of concurrent ones no more are stored than may be', async () => {
    const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => prompt(name));
    const stored = await Promise.all(all.map((one, at) => (at % 2 ? prompts() : elsewhere()).put(one)));
    expect(stored.filter(Boolean)).toHaveLength(3);
    expect(await prompts().list()).toHaveLength(3);
  });
}
