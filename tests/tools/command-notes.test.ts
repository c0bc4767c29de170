import { expect, test } from 'vitest';
import { commandNotes } from '#lib/tools/command-notes.ts';

const notesOf = (head: string, mode: 'bwrap' | 'unsafe-host' = 'bwrap') =>
  commandNotes({ head, tail: '' }, mode, { stoppedBy: null, traffic: null }, false);

const gitIsProtected = expect.stringContaining("git's settings and hooks are read-only here");

test.each([
  "fatal: cannot copy '/usr/share/git-core/templates/description' to '/workspace/.git/description': Read-only file system",
  '/workspace/.git: Read-only file system',
  'error: could not write config file /workspace/.git/config: Device or resource busy',
  'error: could not lock config file .git/config: Read-only file system',
  '/bin/bash: line 1: .git/hooks/pre-commit: Read-only file system',
])('a command that the protection of git stopped says why: %s', (output) => {
  expect(notesOf(output)).toEqual([gitIsProtected]);
  expect(notesOf(output, 'unsafe-host')).toEqual([]);
});

test.each(['/usr/x: Read-only file system', 'fatal: not a git repository', 'the .gitignore is read-only'])(
  'other output gets no such note: %s',
  (output) => expect(notesOf(output)).toEqual([]),
);
