import { expect, test } from 'vitest';
import { formOf } from '../../components/artifacts/form-of.ts';
import type { ArtifactType } from '../../lib/core/artifact.ts';

const file = (title: string, firstLine = 1) =>
  formOf({ type: 'file', title, firstLine, arguments: { path: title } });
const output = (command: string) =>
  formOf({ type: 'terminal', title: command, firstLine: 1, arguments: { command } });

test.each<[string, ArtifactType]>([
  ['package.json', 'json'],
  ['logs/events.NDJSON', 'json'],
  ['data/a.b.csv', 'table'],
  ['x.tsv', 'table'],
  ['notes.txt', 'file'],
  ['csv', 'file'],
  ['a.constructor', 'file'],
])('a file is shown as what its name says: %s as %s', (title, form) => {
  expect(file(title)).toBe(form);
});

test('lines from the middle of a JSON file are no JSON; those of a table are rows of it', () => {
  expect(file('package.json', 40)).toBe('file');
  expect(file('data.csv', 40)).toBe('table');
});

test.each<[string, ArtifactType]>([
  ["psql -c 'select 1'", 'table'],
  ['cat q.sql | sqlite3 -box shop.db', 'table'],
  ['npm ls --json', 'json'],
  ['curl -s localhost | jq .', 'json'],
  ['kubectl get pods -o json', 'json'],
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
