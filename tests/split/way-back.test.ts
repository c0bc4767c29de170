import { describe, expect, test } from 'vitest';
import { splitRecording } from '#scripts/split/split-recording.ts';

const viewOf = async (command: string, text: string, exitCode = 0) => {
  const call = { tool: 'run_pty_cmd', args: { command }, exitCode, level: 'balanced' as const };
  return (await splitRecording({ ...call, bytes: Buffer.from(text) })).text.split('\n').at(-1);
};
const filler = (count: number) => Array.from({ length: count }, (_, at) => `step ${at} is done\n`).join('');

describe('the way back to the rest is an example that leads somewhere', () => {
  test('to the lines around what went wrong', async () => {
    const text = `${filler(400)}cannot open store 17: access denied\n${filler(400)}`;
    expect(await viewOf('./run', text, 1)).toMatch(
      /^recall_output\("art_\w+", lines: "397-411"\), or a query$/,
    );
  });

  test('within the lines there are', async () => {
    const text = `fatal: no store\n${filler(400)}`;
    expect(await viewOf('./run', text, 1)).toContain('lines: "1-11"');
    const last = `${filler(400)}fatal: no store\n`;
    expect(await viewOf('./run', last, 1)).toContain('lines: "397-401"');
  });

  test('of JSON to a path', async () => {
    const orders = Array.from({ length: 200 }, (_, id) => ({ id, name: `order ${id}`, paid: id % 2 === 0 }));
    expect(await viewOf('curl -s shop', JSON.stringify({ orders, total: 200 }))).toContain(
      'jsonPath: "$.orders[0]"',
    );
    expect(await viewOf('curl -s shop', orders.map((order) => JSON.stringify(order)).join('\n'))).toContain(
      'jsonPath: "$[0]"',
    );
    const nested = { reservations: [{ instances: orders }] };
    expect(await viewOf('curl -s shop', JSON.stringify(nested))).toContain(
      'jsonPath: "$.reservations[0].instances[0]"',
    );
    const components = Object.fromEntries(orders.map(({ id }) => [`c-${id}`, { status: 'UP', id }]));
    expect(await viewOf('curl -s shop', JSON.stringify({ status: 'UP', components }))).toContain(
      'jsonPath: "$.components"',
    );
  });
});
