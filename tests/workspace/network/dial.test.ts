import type { lookup } from 'node:dns';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dial, type PrivateHosts } from '#lib/workspace/network/dial.ts';
import { limitLookups } from '#lib/workspace/network/limit-lookups.ts';
import { isNeverReached, isOwnAddress, isPrivateAddress } from '#lib/workspace/network/private-address.ts';

let connections = 0;
const server = createServer((socket) => {
  connections += 1;
  socket.on('error', () => {}).end('hello');
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());
const port = () => (server.address() as AddressInfo).port;

/** Names lead to these addresses, the first time to the first ones. */
function resolverOf(...turns: string[][]) {
  const asked: string[] = [];
  const resolve = ((name: string, _: object, done: (error: null, addresses: object[]) => void) => {
    const addresses = turns[Math.min(asked.length, turns.length - 1)] ?? [];
    asked.push(name);
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as unknown as typeof lookup;
  return { resolve, asked };
}

const dialWith = (addresses: string[], privateHosts: PrivateHosts = {}) =>
  dial({ host: 'a.test', port: port(), privateHosts }, resolverOf(addresses).resolve);

test.each([
  ...['127.0.0.1', '10.1.2.3', '192.168.1.1', '172.16.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
  ...['::1', '::', 'fe80::1', 'fd00:ec2::254', '::ffff:127.0.0.1', '::ffff:a9fe:a9fe', '64:ff9b::7f00:1'],
])('a name that leads to %s is refused', async (address) => {
  await expect(dialWith([address])).rejects.toMatchObject({ refusal: 'private_address' });
});

test('a name that leads to a public and a private address is refused', async () => {
  await expect(dialWith(['93.184.215.14', '127.0.0.1'])).rejects.toMatchObject({
    refusal: 'private_address',
  });
  expect(connections).toBe(0);
});

test('a name that leads elsewhere the second time is checked again: the address is that of this connection', async () => {
  const { resolve, asked } = resolverOf(['93.184.215.14'], ['127.0.0.1']);
  resolve('a.test', { all: true }, () => {});
  const dialling = dial({ host: 'a.test', port: port(), privateHosts: {} }, resolve);
  await expect(dialling).rejects.toMatchObject({ refusal: 'private_address' });
  expect(asked).toHaveLength(2);
  expect(connections).toBe(0);
});

test('a host that the operator named may be private, but not this machine, its link or a metadata service', async () => {
  for (const address of ['127.0.0.1', '169.254.169.254', 'fd00:ec2::254', '0.0.0.0', '::ffff:127.0.0.1'])
    await expect(dialWith([address], { 'a.test': null })).rejects.toMatchObject({
      refusal: 'private_address',
    });
  expect(['10.0.0.1', '192.168.1.1', 'fd12::1'].filter(isNeverReached)).toEqual([]);
});

test('an address that the operator named is reached, under that name only', async () => {
  const { resolve, asked } = resolverOf(['127.0.0.1']);
  const privateHosts = { 'a.test': '127.0.0.1' };
  const socket = await dial({ host: 'a.test', port: port(), privateHosts }, resolve);
  expect(asked).toEqual(['127.0.0.1']);
  socket.destroy();
  await expect(dial({ host: 'b.test', port: port(), privateHosts }, resolve)).rejects.toThrow(
    'private_address',
  );
});

test('a name that is not found, or does not answer, says so', async () => {
  const notFound = ((_name: string, _options: object, done: (error: Error) => void) =>
    done(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))) as unknown as typeof lookup;
  const none = { host: 'a.test', privateHosts: { 'a.test': '127.0.0.1' } };
  await expect(dial({ ...none, port: port() }, notFound)).rejects.toMatchObject({ refusal: 'unknown_host' });
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port: freed } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  await expect(dial({ ...none, port: freed }, resolverOf(['127.0.0.1']).resolve)).rejects.toMatchObject({
    refusal: 'unreachable',
  });
});

test('an address of this machine is not reached under any name, even if it is a public one', async () => {
  const own = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  for (const { address } of own) expect(isOwnAddress(address), address).toBe(true);
  expect(isOwnAddress('93.184.215.14')).toBe(false);
  for (const { address } of own)
    await expect(dialWith([address], { 'a.test': null })).rejects.toMatchObject({
      refusal: 'private_address',
    });
});

test('metadata services are reached by no name', () => {
  const metadata = ['169.254.169.254', '100.100.100.200', '192.0.0.192', '168.63.129.16', 'fd00:ec2::254'];
  for (const address of [...metadata, '64:ff9b::7f00:1']) {
    expect(isNeverReached(address), address).toBe(true);
    expect(isPrivateAddress(address), address).toBe(true);
  }
});

test('names that nobody answers for keep only their own command waiting', () => {
  const started: string[] = [];
  const pending: (() => void)[] = [];
  const slow = ((name: string, _: object, done: (error: null, found: object[]) => void) => {
    started.push(name);
    pending.push(() => done(null, []));
  }) as unknown as typeof lookup;
  const limited = limitLookups(slow, 2);
  for (const name of ['a', 'b', 'c']) limited(name, { all: true }, () => {});
  expect(started).toEqual(['a', 'b']);
  pending[0]?.();
  expect(started).toEqual(['a', 'b', 'c']);
});
