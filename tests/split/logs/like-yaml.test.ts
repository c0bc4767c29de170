import { describe, expect, test } from 'vitest';
import { summarizers } from '#lib/split/summarizers.ts';
import { type Run, understandText } from '#tests/support/understand-text.ts';

const two = (index: number) => String(index % 60).padStart(2, '0');
const levelOf = (index: number) => (index === 21 ? 'ERROR' : 'INFO');
const entries = (make: (index: number) => string) =>
  `${Array.from({ length: 60 }, (_, index) => make(index)).join('\n')}\n`;

/** Lines that are keys with values, and keys under keys, as YAML has them. */
const likeYaml: Record<string, string> = {
  'levels as keys': entries((index) => `${levelOf(index)}: order ${index} stored`),
  'keys behind times': entries(
    (index) => `2025-06-01T08:00:${two(index)}Z ${levelOf(index)}: order: ${index}`,
  ),
  'fields under entries': entries(
    (index) => `${levelOf(index)}: order: ${index}\n  state: stored\n  items:\n    - rake`,
  ),
  'settings at its start': `# settings\nserver:\n  host: localhost\n  port: 80\n\n${entries(
    (index) => `2025-06-01 08:00:${two(index)} ${levelOf(index)} order: ${index}`,
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
  const text = entries((index) => `order${index}:\n  level: ${levelOf(index)}\n  time: 08:00:${two(index)}`);
  const run: Run = { tool: 'read_file', type: 'file', title: 'a.yaml', language: 'yaml' };
  expect(understandText(text, summarizers, run).kind).toBe('yaml');
});
