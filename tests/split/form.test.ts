import { expect, test } from 'vitest';
import { type ArtifactType, artifactTypes } from '#lib/core/vocabulary/artifact-types.ts';
import { toolProfiles } from '#lib/core/vocabulary/tools/tool-profiles.ts';
import { formOf } from '#lib/split/form.ts';
import { evidenceOf } from '#lib/split/read-result.ts';
import type { Subject } from '#lib/split/summarizer.ts';

const evidence = (text: string, change: Partial<Subject>) =>
  evidenceOf(
    { tool: 'x', args: {}, type: 'terminal', title: 'x', language: null, firstLine: 1, ...change },
    { head: text, tail: text },
  );
const file = (title: string, firstLine = 1) => formOf(evidence('a', { type: 'file', title, firstLine }));
const output = (command: string, text: string) => formOf(evidence(text, { args: { command } }));

const files: [string, ArtifactType][] = [
  ['package.json', 'json'],
  ['logs/events.NDJSON', 'json'],
  ['data/a.b.csv', 'table'],
  ['x.tsv', 'table'],
  ['analysis.ipynb', 'notebook'],
  ['README.md', 'markdown'],
  ['docs/index.HTM', 'html'],
  ['var/app.log', 'log'],
  ['var/app.log.12', 'log'],
  ['fix.patch', 'diff'],
  ['out/changes.DIFF', 'diff'],
  ['notes.txt', 'file'],
  ['csv', 'file'],
  ['a.constructor', 'file'],
];
test.each(files)('a file is shown as what its name says: %s as %s', (title, form) => {
  expect(file(title)).toBe(form);
});

test('lines from the middle of a JSON file are no JSON; those of a table are rows of it', () => {
  expect(file('package.json', 40)).toBe('file');
  expect(file('data.csv', 40)).toBe('table');
  expect(file('README.md', 40)).toBe('file');
  expect(file('app.log', 40)).toBe('log');
});

const change = 'diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-a\n+b\n';
const commit = `commit 7228e65f00\nAuthor: Ada\n\n    a\n\n${change}`;
const log = Array.from({ length: 20 }, (_, at) => `2025-06-01 08:00:${at + 10} INFO served ${at}\n`).join('');
const rows = ' id | name\n----+------\n  1 | tea\n  2 | mug\n(2 rows)\n';

const outputs: [string, string, ArtifactType][] = [
  ["psql -c 'select 1'", rows, 'table'],
  ['cat q.sql | sqlite3 -box shop.db', rows, 'table'],
  ['PGHOST=db PGUSER=me psql shop', rows, 'table'],
  ['npm ls --json', '{\n  "name": "shelf"\n}\n', 'json'],
  ['curl -s localhost', '{"a":1}\n', 'json'],
  ['kubectl get pods -o json', '{"items":[]}\n', 'json'],
  ['journalctl -u nginx --since today', log, 'log'],
  ['docker compose logs web', log, 'log'],
  ['tail -n 500 /var/log/app.log', log, 'log'],
  ['cat app.log | wc -l', '500\n', 'terminal'],
  ['git diff', change, 'diff'],
  ['git --no-pager -C sub diff HEAD~2', change, 'diff'],
  ['git diff --no-pager | cat', change, 'diff'],
  ['git show', commit, 'diff'],
  ['git log -n 3 -p', commit, 'diff'],
  ['diff -ru a b', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n', 'diff'],
  ['git diff --stat', ' a.ts | 2 +-\n 1 file changed\n', 'terminal'],
  ['git show -s', 'commit 7228e65f00\nAuthor: Ada\n\n    a\n', 'terminal'],
  ['git show HEAD:src/a.ts', 'export const a = 1;\n', 'terminal'],
  ['git log --oneline', '7228e65 a\n', 'terminal'],
  ['diff a b', '1c1\n< a\n---\n> b\n', 'terminal'],
  ['npm test && git diff', `42 passed\n${change}`, 'terminal'],
  ['npm test', '42 passed\n', 'terminal'],
  ['npm test', log, 'terminal'],
];
test.each(outputs)('an output is shown as what it is: of %s', (command, text, form) => {
  expect(output(command, text)).toBe(form);
});

test('colours are no part of it, and what is no command has the form of its type', () => {
  expect(output('git diff --color', change.replaceAll(/^(.*)$/gm, '\u001b[32m$1\u001b[0m'))).toBe('diff');
  expect(formOf(evidence('{"a":1}', { type: 'table', title: 'x.json' }))).toBe('table');
});

test('each type is what a tool shows, or is recognised in a case above, or from its bytes', () => {
  const types = new Set<string>(['binary', 'pdf']);
  for (const { shows } of toolProfiles) types.add(shows);
  for (const [, form] of files) types.add(form);
  for (const [, , form] of outputs) types.add(form);
  expect(Object.keys(artifactTypes).filter((type) => !types.has(type))).toEqual([]);
});
