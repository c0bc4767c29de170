import { expect, test } from 'vitest';
import { openCredentials, withIssued } from '#lib/mcp/server-credentials.ts';
import { createSealer } from '#lib/stores/sealer.ts';
import { createCredentials } from '#lib/stores/sqlite/credentials.ts';
import { openDatabase } from '#lib/stores/sqlite/database.ts';
import { tempFolder } from '../support/temp-folder.ts';

const tokens = (text: string) => ({ access_token: text, token_type: 'Bearer' });

test('credentials are of one member, one server and one address, and of those who issued them', async () => {
  const store = createCredentials(openDatabase(tempFolder()));
  const sealer = createSealer('a secret');
  const owner = { memberId: 'mem_a', server: 'tickets', url: 'https://tickets.example/mcp' };
  const box = openCredentials(store, sealer, owner);
  await Promise.all([
    box.change((before) => withIssued(before, 'https://a.example', { tokens: tokens('one') })),
    box.change((before) => withIssued(before, 'https://b.example', { tokens: tokens('two') })),
    box.change((before) => withIssued(before, 'https://a.example', { client: { client_id: 'x' } })),
  ]);
  expect((await openCredentials(store, sealer, owner).read()).issued).toEqual([
    { issuer: 'https://b.example', client: null, tokens: tokens('two') },
    { issuer: 'https://a.example', client: { client_id: 'x' }, tokens: tokens('one') },
  ]);
  // The entry of the config file names another address now.
  const elsewhere = openCredentials(store, sealer, { ...owner, url: 'https://elsewhere.example/mcp' });
  expect((await elsewhere.read()).issued).toEqual([]);
  expect((await openCredentials(store, createSealer('another'), owner).read()).issued).toEqual([]);
  await store.put('mem_b', 'tickets', (await store.get('mem_a', 'tickets')) ?? '');
  expect((await openCredentials(store, sealer, { ...owner, memberId: 'mem_b' }).read()).issued).toEqual([]);
});

test('who signed out stays so, whatever is under way in the background', async () => {
  const store = createCredentials(openDatabase(tempFolder()));
  const owner = { memberId: 'mem_a', server: 'tickets', url: 'https://tickets.example/mcp' };
  const box = openCredentials(store, createSealer('a secret'), owner);
  await box.change((before) => withIssued(before, 'https://a.example', { tokens: tokens('one') }));
  const cleared = box.clear();
  const late = box.update((before) => withIssued(before, 'https://a.example', { tokens: tokens('two') }));
  expect(await cleared).toBe(true);
  await late;
  expect(await store.get('mem_a', 'tickets')).toBeNull();
});
