import { expect, test } from 'vitest';
import type { SeenDefinition } from '#lib/core/vocabulary/tools/tool-definition.ts';
import { openedStores } from './opened-stores.ts';
import type { StoreOpener } from './store-opener.ts';

const seen = (tool: string, hash: string, isAccepted: boolean): SeenDefinition => ({
  tool,
  hash,
  definition: { title: null, description: hash, inputSchema: { type: 'object' }, annotations: null },
  seenAt: '2026-03-01T12:00:00.000Z',
  isAccepted,
});

export function describeToolDefinitions(open: StoreOpener): void {
  const opened = openedStores(open);
  const definitions = () => opened().stores.toolDefinitions;
  const elsewhere = () => opened().elsewhere.toolDefinitions;

  test('of concurrent first definitions of a tool one is stored', async () => {
    const all = ['a', 'b', 'c', 'd'].map((hash) => seen('mcp__x__constructor', hash, true));
    const added = await Promise.all(
      all.map((one, index) => (index % 2 ? definitions() : elsewhere()).addFirst(one)),
    );
    expect(added.filter(Boolean)).toHaveLength(1);
    expect(await definitions().list()).toEqual([all[added.indexOf(true)]]);
  });

  test('definitions stay beside each other, and one that is accepted replaces itself, in every process and after a restart', async () => {
    const [first, second, third] = ['a', 'b', 'c'].map((hash) => seen('mcp__x__y', hash, true));
    if (!first || !second || !third) throw new Error('three');
    expect(await definitions().addFirst(first)).toBe(true);
    await elsewhere().put({ ...second, isAccepted: false });
    await definitions().put({ ...third, isAccepted: false });
    await elsewhere().put(second);
    const other = seen('mcp__x__z', 'a', true);
    await definitions().addFirst(other);
    const expected = [first, second, { ...third, isAccepted: false }, other];
    expect(await elsewhere().list()).toEqual(expected);
    expect(await (await opened().reopen()).toolDefinitions.list()).toEqual(expected);
  });
}
