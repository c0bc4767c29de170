import { expect, test } from 'vitest';
import { commandNotes, networkIsOff } from '#lib/tools/command-notes.ts';
import { describeEnd, readEnd } from '#lib/tools/describe-end.ts';

const ended = (exitCode: number) => ({ exitCode, durationMs: 59_980, stoppedBy: null, traffic: null });

test.each([
  [0, 'exit 0'],
  [1, 'exit 1'],
  [126, 'exit 126, cannot be executed'],
  [127, 'exit 127, command not found'],
  [137, 'exit 137, killed'],
  [139, 'exit 139, segmentation fault'],
  [162, 'exit 162, signal 34'],
  [254, 'exit 254'],
])('exit code %i is reported as "%s"', (exitCode, words) => {
  expect(describeEnd(ended(exitCode))).toBe(words);
  expect(readEnd(`${words}, 2 failed`)).toBe(words);
});

test.each([
  ['person', 'stopped by a person'],
  ['server', 'stopped with the server'],
  ['processes', 'stopped: over 512 processes'],
  ['files', 'stopped: over 200,000 files in /tmp'],
  ['timeout', 'stopped after 60 s'],
  ['idle', 'stopped: nothing typed or printed for 5 min'],
  ['memory', 'stopped: over 2 GiB of memory'],
  ['growth', 'stopped: added over 1 GiB or 200,000 files to the workspace'],
  ['output', 'stopped: over 1 GiB of output'],
] as const)('a stop by %s is reported as "%s"', (stoppedBy, words) => {
  expect(describeEnd({ ...ended(143), stoppedBy })).toBe(words);
  expect(readEnd(`${words}; a note, 3 lines`)).toBe(words);
});

test.each(['', 'exit', 'exit code 1', 'exited', 'stopped', 'a line, exit 1'])(
  '"%s" is read as no end',
  (text) => {
    expect(readEnd(text)).toBeNull();
  },
);

const byItself = { stoppedBy: null, traffic: null };

test.each([
  'curl: (6) Could not resolve host: example.org',
  'npm error code EAI_AGAIN',
  "fatal: unable to access 'https://example.org/': Could not resolve host: example.org",
  'connect: Network is unreachable',
  'socket.gaierror: [Errno -3] Temporary failure in name resolution',
])('"%s" is reported as a network that is off', (complaint) => {
  expect(commandNotes({ head: complaint, tail: '' }, 'bwrap', byItself, false)).toEqual([networkIsOff]);
  expect(commandNotes({ head: '', tail: complaint }, 'bwrap', byItself, false)).toEqual([networkIsOff]);
  expect(commandNotes({ head: complaint, tail: complaint }, 'unsafe-host', byItself, false)).toEqual([]);
});

test('an ordinary output gets no note', () => {
  expect(commandNotes({ head: 'connection refused', tail: 'ok' }, 'bwrap', byItself, false)).toEqual([]);
});

test('a command that timed out while it waited for input is pointed to the tool with a terminal', () => {
  const none = { head: '', tail: '' };
  expect(commandNotes(none, 'bwrap', { ...byItself, stoppedBy: 'timeout' }, false)).toEqual([
    'no input comes here: run_pty_cmd has a terminal',
  ]);
  expect(commandNotes(none, 'bwrap', { ...byItself, stoppedBy: 'timeout' }, true)).toEqual([]);
});
