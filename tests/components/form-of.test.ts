import { expect, test } from 'vitest';
import { formOf } from '../../components/artifacts/form-of.ts';
import type { ArtifactType } from '../../lib/core/artifact.ts';
import { expectLinear } from '../support/expect-linear.ts';

const file = (title: string, firstLine = 1) =>
  formOf({ type: 'file', title, firstLine, arguments: { path: title } });
const output = (command: string) =>
  formOf({ type: 'terminal', title: command, firstLine: 1, arguments: { command } });

test.each<[string, ArtifactType]>([
  ['package.json', 'json'],
  ['logs/events.NDJSON', 'json'],
  ['data/a.b.csv', 'table'],
  ['x.tsv', 'table'],
  ['README.md', 'markdown'],
  ['docs/index.HTM', 'html'],
  ['var/app.log', 'log'],
  ['var/app.log.12', 'log'],
  ['fix.patch', 'diff'],
  ['out/changes.DIFF', 'diff'],
  ['notes.txt', 'file'],
  ['csv', 'file'],
  ['a.constructor', 'file'],
])('a file is shown as what its name says: %s as %s', (title, form) => {
  expect(file(title)).toBe(form);
});

test('lines from the middle of a JSON file are no JSON; those of a table are rows of it', () => {
  expect(file('package.json', 40)).toBe('file');
  expect(file('data.csv', 40)).toBe('table');
  expect(file('README.md', 40)).toBe('file');
  expect(file('app.log', 40)).toBe('log');
});

test.each<[string, ArtifactType]>([
  ["psql -c 'select 1'", 'table'],
  ['cat q.sql | sqlite3 -box shop.db', 'table'],
  ['PGHOST=db PGUSER=me psql shop', 'table'],
  ['npm ls --json', 'json'],
  ['curl -s localhost | jq .', 'json'],
  ['kubectl get pods -o json', 'json'],
  ['journalctl -u nginx --since today', 'log'],
  ['docker compose logs web', 'log'],
  ['tail -n 500 /var/log/app.log', 'log'],
  ['cat app.log | wc -l', 'terminal'],
  ['git log', 'terminal'],
  ['git diff', 'diff'],
  ['git diff --cached -- src lib', 'diff'],
  ['git --no-pager -C sub diff HEAD~2', 'diff'],
  ['git show', 'diff'],
  ['git show HEAD~1 -- a.ts', 'diff'],
  ['git log -n 3 -p', 'diff'],
  ['git stash show -p stash@{0}', 'diff'],
  ['diff -ru a b', 'diff'],
  ['git diff --stat', 'terminal'],
  ['git show --name-only HEAD', 'terminal'],
  ['git show HEAD:src/a.ts', 'terminal'],
  ['git show -s', 'terminal'],
  ['git diff | head', 'terminal'],
  ['git log --oneline', 'terminal'],
  ['git difftool', 'terminal'],
  ['diff a b', 'terminal'],
  ['npm test', 'terminal'],
  ['grep mysql notes.txt', 'terminal'],
  ['./jqx --jsonify', 'terminal'],
])('an output is shown as what its command prints: %s as %s', (command, form) => {
  expect(output(command)).toBe(form);
});

test('what is neither keeps its type, whatever its arguments are', () => {
  expect(formOf({ type: 'table', title: 'x.json', firstLine: 1, arguments: null })).toBe('table');
  expect(formOf({ type: 'terminal', title: 'x', firstLine: 1, arguments: ['psql '] })).toBe('terminal');
});

test('a command that is long and strange is read in time that grows with its length', async () => {
  const parts = ['a=;', '(a=', '; a=b ', 'cat a.log', 'git -c ', ' -c', 'diff -', 'git show ', ' a:'];
  const read = (length: number) =>
    parts.map((part) => {
      const text = part.repeat(length / part.length);
      // With `;` it is several commands, of which the last may print anything.
      const followed = ['git', 'git show', 'git log', 'diff'].map((command) => output(`${command} ${text};`));
      return [part, output(text), output(`git show ${text}`), ...followed];
    });
  await expectLinear(100_000, read);
  expect(read(100_000)).toEqual(
    parts.map((part) => [
      part,
      part === 'git show ' ? 'diff' : 'terminal',
      part.includes(';') ? 'terminal' : 'diff',
      ...Array.from({ length: 4 }, () => 'terminal'),
    ]),
  );
});
