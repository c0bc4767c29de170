import type { lookup } from 'node:dns';
import { describe, expect, test } from 'vitest';
import { createGuardedFetch, publicLookup } from '#lib/workspace/network/guarded-fetch.ts';
import { isPrivateAddress } from '#lib/workspace/network/private-address.ts';

test.each([
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['169.254.169.254', true],
  ['172.31.0.1', true],
  ['172.32.0.1', false],
  ['100.64.0.1', true],
  ['0.0.0.0', true],
  ['::1', true],
  ['::', true],
  ['fd00::1', true],
  ['fe80::1', true],
  ['::ffff:10.0.0.1', true],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::a00:1', true],
  ['2002:a00:1::', true],
  ['8.8.8.8', false],
  ['2606:4700::1111', false],
  ['example.org', true],
  ['', true],
])('%s is private: %s', (address, isPrivate) => {
  expect(isPrivateAddress(address)).toBe(isPrivate);
});

describe('what a server leads to', () => {
  const asked: { url: string; headers: Record<string, string> }[] = [];
  const ask = (rules: Partial<Parameters<typeof createGuardedFetch>[0]> = {}) =>
    createGuardedFetch({
      serverUrl: 'http://127.0.0.1:9/mcp',
      isNamed: true,
      headers: { 'X-Key': 'secret' },
      namedOrigins: [],
      allowsPrivate: false,
      ...rules,
    });

  test.each([
    'http://example.org/token',
    'https://127.0.0.1/token',
    'https://127.1/token',
    'https://[::1]/token',
    'https://2130706433/token',
    'https://169.254.169.254/latest/meta-data',
    'https://[::ffff:10.0.0.1]/token',
    // Their names are looked up when the connection is made.
    'https://localhost/token',
    'file:///etc/passwd',
  ])('%s is not asked', async (url) => {
    const failure = await ask()(url).then(
      () => null,
      (error: Error) => error,
    );
    expect(`${failure} ${failure?.cause}`).toContain('is not asked: it is not a public address over HTTPS');
  });

  test('a server that was added on the page is not asked either, where it is private', async () => {
    const url = 'https://10.0.0.1/mcp';
    const failure = await ask({ serverUrl: url, isNamed: false })(url).then(
      () => null,
      (error: Error) => error,
    );
    expect(String(failure)).toContain('is not asked');
  });

  test('the server itself, what the operator named, and anything in local mode is asked; only the server gets its headers', async () => {
    const { createServer } = await import('node:http');
    const server = createServer((request, response) => {
      if (request.url === '/leads-away') {
        response.writeHead(307, { Location: 'http://127.0.0.1:9/' }).end();
        return;
      }
      asked.push({ url: request.url ?? '', headers: request.headers as Record<string, string> });
      response.end('ok');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const origin = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
    const withToken = { headers: { authorization: 'Bearer token' } };
    await ask({ serverUrl: `${origin}/mcp` })(`${origin}/own`, withToken);
    await ask({ namedOrigins: [origin] })(`${origin}/named`, withToken);
    await ask({ allowsPrivate: true })(`${origin}/local`, withToken);
    for (const rules of [
      { serverUrl: `${origin}/mcp` },
      { namedOrigins: [origin] },
      { allowsPrivate: true },
    ]) {
      await expect(ask(rules)(`${origin}/leads-away`)).rejects.toThrow('fetch failed');
    }
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(asked.map(({ url, headers }) => [url, headers['x-key'], headers.authorization])).toEqual([
      ['/own', 'secret', 'Bearer token'],
      ['/named', undefined, 'Bearer token'],
      ['/local', undefined, 'Bearer token'],
    ]);
  });
});

describe('a name that leads elsewhere the second time it is looked up', () => {
  const answers = [['8.8.8.8'], ['127.0.0.1'], ['127.0.0.1', '8.8.4.4'], []];
  const resolve = ((_name: string, _options: object, callback: (error: null, found: object[]) => void) =>
    callback(
      null,
      (answers.shift() ?? []).map((address) => ({ address, family: 4 })),
    )) as unknown as typeof lookup;
  const ask = (all: boolean) =>
    new Promise<unknown>((done) => {
      publicLookup(resolve)('rebinds.example', { all }, (error, address) => done(error?.message ?? address));
    });

  test('is not followed to a private address, nor to the private one of several', async () => {
    expect(await ask(false)).toBe('8.8.8.8');
    expect(await ask(false)).toContain('is not a public address over HTTPS');
    expect(await ask(true)).toEqual([{ address: '8.8.4.4', family: 4 }]);
    expect(await ask(true)).toContain('is not a public address over HTTPS');
  });
});
