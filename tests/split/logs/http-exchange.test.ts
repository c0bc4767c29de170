import { describe, expect, test } from 'vitest';
import { summarizers } from '#lib/split/summarizers.ts';
import { understandText } from '#tests/support/understand-text.ts';

const orders = (count: number) =>
  JSON.stringify({
    errors: [{ message: 'stock of K-4 is not known' }, { message: 'carrier is not enabled' }],
    orders: Array.from({ length: count }, (_, id) => ({
      id,
      status: id % 2 ? 'paid' : 'sent',
      note: 'x'.repeat(40),
    })),
  });
const head = [
  'HTTP/1.1 200 OK',
  '\u001b[1mcontent-type\u001b[0m: application/json',
  'X-RateLimit-Remaining: 3',
  'Connection: keep-alive',
  '',
];
const understand = (lines: readonly string[], command: string, pieceCharacters = 60_001) =>
  understandText(lines.join('\n'), summarizers, { command, exitCode: 0, pieceCharacters });

describe('HTTP exchanges', () => {
  test.each([1, 3_000, 60_001])(
    'the body is read whole, however long its line is (pieces of %i)',
    (pieceCharacters) => {
      const { kind, verdict, facts } = understand(
        [...head, orders(200)],
        'curl -si http://shop/orders',
        pieceCharacters,
      );
      expect(kind).toBe('http');
      expect(verdict).toBe('HTTP/1.1 200 OK, 1 line of the body');
      expect(facts).toContainEqual(expect.stringMatching(/^body: json, 2 keys, [\d.]+ KB$/));
      expect(facts).toContainEqual(expect.stringMatching(/^orders: 200 of \{id, status, note\}$/));
      expect(facts).toContain('stock of K-4 is not known');
    },
  );

  test('headers are not taken for the body; those that matter are shown', () => {
    const { facts } = understand([...head, 'fine'], 'curl -si http://shop/orders');
    expect(facts).toContain('X-RateLimit-Remaining: 3');
    expect(facts.join('\n')).not.toContain('Connection');
    expect(facts).toContain('6: fine');
  });

  test('each of several bodies is described, and a response with an error status is a problem', () => {
    const error = ['HTTP/1.1 503 Service Unavailable', 'retry-after: 30', '', '{"error":"no stock"}', ''];
    const { facts, sections } = understand([...head, orders(60), ...error], 'curl -si http://shop/{a,b}');
    expect(facts).toContain('HTTP/1.1 503 Service Unavailable');
    const problem = sections.flatMap((section) => section.facts).find(({ text }) => text.includes('503'));
    expect(problem?.rank).toBeLessThan(20);
    expect(facts).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^orders: 60/),
        expect.stringMatching(/^10: .*no stock/),
      ]),
    );
  });

  test('lines of a body keep their numbers, whatever they look like', () => {
    const log = Array.from({ length: 50 }, (_, at) => [
      `2026-11-25 10:00:${10 + (at % 50)} INFO started ${at}`,
      `* bullet ${at}: request failed: timeout`,
    ]).flat();
    const lines = [...head, ...log, 'HTTP/1.1 500 is what the other said', '2026-11-25 10:02:00 ERROR boom'];
    const { verdict, sections } = understand(lines, 'curl -si http://shop/log');
    expect(verdict).toBe('HTTP/1.1 200 OK, 102 lines of the body');
    const shown = sections.flatMap(({ facts }) => facts).filter(({ text }) => text.includes('boom'));
    for (const { line = 0 } of shown) expect(lines[line - 1]).toContain('boom');
  });

  test('what curl -v prints is an exchange, whatever runs it', () => {
    const verbose = [
      '* Connected to shop (127.0.0.1)',
      '> GET /orders HTTP/1.1',
      '> Host: shop',
      '>',
      '< HTTP/1.1 404 Not Found',
      '< Content-Length: 2',
      '<',
      '{}',
    ];
    expect(understand(verbose, 'sh smoke.sh').kind).toBe('http');
  });
});
