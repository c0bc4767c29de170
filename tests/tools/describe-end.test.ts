import { expect, test } from 'vitest';
import { commandNotes, networkIsOff } from '../../lib/tools/command-notes.ts';
import { describeEnd } from '../../lib/tools/describe-end.ts';

const ended = (exitCode: number) => ({ exitCode, durationMs: 5, stoppedBy: null });

test.each([
  [0, 'exit 0'],
  [1, 'exit 1'],
  [126, 'exit 126, cannot be executed'],
  [127, 'exit 127, command not found'],
  [137, 'exit 137, killed'],
  [139, 'exit 139, segmentation fault'],
  [162, 'exit 162, signal 34'],
])('exit code %i is told as "%s"', (exitCode, words) => {
  expect(describeEnd(ended(exitCode), 60)).toBe(words);
});

test.each([
  ['person', 'stopped by a person'],
  ['timeout', 'stopped after 60 s'],
  ['idle', 'stopped: nothing typed or printed for 5 min'],
  ['memory', 'stopped: over 2 GiB of memory'],
  ['growth', 'stopped: added over 1 GiB or 200,000 files to the workspace'],
  ['output', 'stopped: over 1 GiB of output'],
] as const)('a stop by %s is told as "%s"', (stoppedBy, words) => {
  expect(describeEnd({ exitCode: 143, durationMs: 5, stoppedBy }, 60)).toBe(words);
});

test.each([
  'curl: (6) Could not resolve host: example.org',
  'npm error code EAI_AGAIN',
  "fatal: unable to access 'https://example.org/': Could not resolve host: example.org",
  'connect: Network is unreachable',
  'socket.gaierror: [Errno -3] Temporary failure in name resolution',
])('"%s" is told as a network that is off', (complaint) => {
  expect(commandNotes({ head: complaint, tail: '' }, 'bwrap', null)).toEqual([networkIsOff]);
  expect(commandNotes({ head: '', tail: complaint }, 'bwrap', null)).toEqual([networkIsOff]);
  expect(commandNotes({ head: complaint, tail: complaint }, 'unsafe-host', null)).toEqual([]);
});

test('an ordinary output gets no note', () => {
  expect(commandNotes({ head: 'connection refused', tail: 'ok' }, 'bwrap', null)).toEqual([]);
});

test('a command that ran into its time is told of the terminal', () => {
  expect(commandNotes({ head: '', tail: '' }, 'bwrap', 'timeout')).toEqual([
    'no input comes here: run_pty_cmd has a terminal',
  ]);
});
