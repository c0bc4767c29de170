import { expect, test } from 'vitest';
import { readMcpServers, secretsOfMcpServers } from '../lib/config/mcp-servers.ts';

const dollar = (name: string) => `\${${name}}`;
const servers = {
  tickets: {
    url: 'https://tickets.example/mcp',
    headers: { Authorization: `Bearer ${dollar('TICKETS_PIN')}` },
  },
  files: { command: 'server', env: { LEVEL: 'debug', PIN: dollar('PIN') }, sandbox: false as const },
};

test('a name after $, in braces, is a variable of the environment; a program gets nothing else of it but PATH and HOME', () => {
  const environment = { TICKETS_PIN: 'abc', PIN: 'def', PATH: '/bin', HOME: '/home/x', OPENAI_API_KEY: 'sk' };
  const read = readMcpServers(servers, environment, ['/work']);
  expect(read.get('tickets')).toEqual({
    kind: 'http',
    url: 'https://tickets.example/mcp',
    headers: { Authorization: 'Bearer abc' },
    allowsSse: false,
    oauth: null,
  });
  expect(read.get('files')).toEqual({
    kind: 'stdio',
    command: 'server',
    args: [],
    environment: { PATH: '/bin', HOME: '/home/x', LEVEL: 'debug', PIN: 'def' },
    cwd: '/',
  });
});

test('variables that are named, headers, and variables called secrets do not come back; paths may', () => {
  const of = (
    env: Record<string, string>,
    headers: Record<string, string>,
    environment: Record<string, string>,
  ) =>
    secretsOfMcpServers(
      { files: { command: 'x', sandbox: false, env }, web: { url: 'https://a.example', headers } },
      environment,
    );
  expect(
    of({ PIN: dollar('PIN'), DATA: `${dollar('HOME')}/data` }, {}, { PIN: 'abcdefgh', HOME: '/home/x' }),
  ).toEqual({
    named: { PIN: 'abcdefgh' },
    others: {},
  });
  expect(of({ API_KEY: 'sk-literal' }, { Authorization: 'Bearer literal-token' }, {})).toEqual({
    named: { Authorization: 'literal-token' },
    others: { API_KEY: 'sk-literal' },
  });
});

test('one that is not set is said by name, without any value', () => {
  expect(() => readMcpServers(servers, { TICKETS_PIN: 'abc' }, [])).toThrow(
    'mcpServers.files needs the variable PIN, which is not set.',
  );
});

test('a program outside the sandbox does not start among what commands of the agent wrote', () => {
  const inside = (cwd: string) => () =>
    readMcpServers({ files: { command: 'npx', sandbox: false, cwd } }, {}, ['/srv/code', '/srv/other']);
  for (const cwd of ['/srv/code', '/srv/code/', '/srv/other/a/b', '/srv/elsewhere/../code']) {
    expect(inside(cwd), cwd).toThrow('mcpServers.files.cwd is inside a workspace');
  }
  for (const cwd of ['/srv', '/srv/code-two', '/']) expect(inside(cwd), cwd).not.toThrow();
});

test('the secrets of all clients do not come back, of several servers', () => {
  const server = (clientSecret: string) => ({
    url: 'https://x.example/mcp',
    oauth: { issuer: 'https://login.example', clientId: 'x', clientSecret },
  });
  const { named } = secretsOfMcpServers({ a: server('secret-of-a'), b: server('secret-of-b') }, {});
  expect(Object.values(named)).toEqual(['secret-of-a', 'secret-of-b']);
});
