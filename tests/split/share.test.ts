import { expect, test } from 'vitest';
import { summarizers } from '#lib/split/summarizers.ts';
import { understandText } from '../support/understand-text.ts';

const entry = (at: number) =>
  `2025-06-01 08:${String(at % 60).padStart(2, '0')}:00.123 UTC [${at}] LOG:  checkpoint ${at} complete`;
const other = (at: number) => `router_1 handled parcel ${at} for shelf ${at % 7}`;
const mixed = (entries: number, others: number) =>
  Array.from({ length: entries + others }, (_, at) =>
    Math.floor((at * others) / (entries + others)) < Math.floor(((at + 1) * others) / (entries + others))
      ? other(at)
      : entry(at),
  );
const report = (lines: readonly string[]) =>
  understandText(`${lines.join('\n')}\n`, summarizers, { command: 'docker compose logs', exitCode: 0 });

test('a reader that understood a part of the lines does not speak for all of them', () => {
  const lines = mixed(222, 678);
  lines[400] = 'mailer_1 fatal: the queue is gone, giving up';
  const { kind, verdict, findings } = report(lines);
  expect([kind, verdict]).toEqual(['general', '1 line mentions an error']);
  expect(findings.some((text) => text.startsWith('401: mailer_1 fatal: the queue is gone'))).toBe(true);
});

test('how many lines were not understood is said', () => {
  const { kind, verdict } = report(mixed(800, 100));
  expect(kind).toBe('log');
  expect(verdict).toMatch(/800 LOG.*, 100 lines not understood$/);
  expect(report(mixed(900, 1)).verdict).not.toContain('not understood');
});
