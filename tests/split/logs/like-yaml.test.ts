import { describe, expect, test } from 'vitest';
import { summarizers } from '../../../lib/split/summarizers.ts';
import { type Run, understandText } from '../../support/understand-text.ts';

const two = (place: number) => String(place % 60).padStart(2, '0');
const levelOf = (place: number) => (place === 21 ? 'ERROR' : 'INFO');
const entries = (make: (place: number) => string) =>
  `${Array.from({ length: 60 }, (_, place) => make(place)).join('\n')}\n`;

/** Lines that are keys with values, and keys under keys, as YAML has them. */
const likeYaml: Record<string, string> = {
  'levels as keys': entries((place) => `${levelOf(place)}: order ${place} stored`),
  'keys behind times': entries(
    (place) => `2025-06-01T08:00:${two(place)}Z ${levelOf(place)}: order: ${place}`,
  ),
  'fields under entries': entries(
    (place) => `${levelOf(place)}: order: ${place}\n  state: stored\n  items:\n    - rake`,
  ),
  'settings at its start': `# settings\nserver:\n  host: localhost\n  port: 80\n\n${entries(
    (place) => `2025-06-01 08:00:${two(place)} ${levelOf(place)} order: ${place}`,
  )}`,
};
const ways: Record<string, Run> = {
  'a file': { tool: 'read_file', type: 'file', title: 'app.log', args: { path: 'app.log' } },
  'what a program prints': { command: './run.sh' },
  'what shows a file': { command: 'tail -n 200 app.log' },
};

describe.each(Object.keys(ways))('as %s, of all that a result can be', (way) => {
  test.each(Object.keys(likeYaml))('a log whose lines are like YAML is a log: %s', (name) => {
    const { kind, verdict, facts } = understandText(likeYaml[name] ?? '', summarizers, ways[way]);
    expect(kind).toBe('log');
    expect(verdict).toMatch(/\b1 ERROR, 59 INFO$/);
    expect(facts[0]).toMatch(/^\d+: .*order:? 21\b/);
  });
});

test('a file that is called YAML stays YAML, whatever words it is made of', () => {
  const text = entries((place) => `order${place}:\n  level: ${levelOf(place)}\n  time: 08:00:${two(place)}`);
  const run: Run = { tool: 'read_file', type: 'file', title: 'a.yaml', language: 'yaml' };
  expect(understandText(text, summarizers, run).kind).toBe('yaml');
});
