import { expect, test } from 'vitest';
import { allowingCommand, commandLine } from '#lib/core/vocabulary/tools/allowed-command.ts';

const allowed = [
  { pattern: 'npx -y @acme/*', hasNetwork: true },
  { pattern: 'npx -y @acme/local*', hasNetwork: false },
  { pattern: 'node /srv/tools/index.js', hasNetwork: false },
];

test.each([
  ['npx -y @acme/tickets', 'npx -y @acme/*'],
  ['npx  -y\t@acme/tickets --all ', 'npx -y @acme/*'],
  ['npx -y @acme/local-files .', 'npx -y @acme/local*'],
  ['node /srv/tools/index.js', 'node /srv/tools/index.js'],
  ['node /srv/tools/index.js --more', null],
  ['npx -y @other/tickets', null],
  ['NPX -y @acme/tickets', null],
  ['npx', null],
  ['', null],
])('%j is allowed by %j', (written, pattern) => {
  expect(allowingCommand(allowed, commandLine(written))?.pattern ?? null).toBe(pattern);
});

test('nothing is allowed where the config file names no command', () => {
  expect(allowingCommand([], 'npx -y @acme/tickets')).toBeNull();
});
