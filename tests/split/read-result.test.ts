import { describe, expect, test } from 'vitest';
import { ranks } from '#lib/split/facts.ts';
import { createResultReading } from '#lib/split/read-result.ts';
import type { Subject, Summarizer } from '#lib/split/summarizer.ts';
import type { Summary } from '#lib/split/summary.ts';

const subject: Subject = {
  tool: 'run_pty_cmd',
  args: { command: 'make check' },
  type: 'terminal',
  title: 'make check',
  language: null,
  firstLine: 1,
};
const ending = { exitCode: 1, lineCount: 3, byteLength: 9, counts: null };

/** Counts lines that begin with its mark. */
const counting = (
  mark: string,
  change: Partial<Summarizer> = {},
  summaryChange: Partial<Summary> = {},
): Summarizer => ({
  kind: mark,
  covers: 'part',
  recognise: ({ head }) => (head.includes(mark) ? 'marked' : null),
  read() {
    let count = 0;
    return {
      line(text) {
        if (text.startsWith(mark)) count += 1;
      },
      finish: () =>
        count === 0
          ? null
          : {
              kind: mark,
              verdict: [`${count} of ${mark}`],
              sections: [
                {
                  heading: null,
                  noun: null,
                  total: 1,
                  layout: 'lines',
                  facts: [{ rank: ranks.cause, text: mark }],
                },
              ],
              explainsFailure: true,
              ...summaryChange,
            },
    };
  },
  ...change,
});

function understood(text: string, table: Summarizer[], pieces = [text]) {
  const reading = createResultReading(subject, { head: text, tail: text }, table);
  for (const piece of pieces) reading.push(piece);
  return reading.finish(ending);
}

describe('a reading', () => {
  test('tells what every part of a mixed output is', () => {
    const both = understood('tsc 1\nmocha 2\nmocha 3\n', [
      counting('mocha'),
      counting('tsc'),
      counting('rustc'),
    ]);
    expect(both).toMatchObject({
      kind: 'mocha',
      verdict: ['mocha: 2 of mocha', 'tsc: 1 of tsc'],
      faults: [],
    });
    expect(both.sections).toHaveLength(2);
  });

  test('puts what was named before what only looks like it', () => {
    const named = counting('tsc', {
      recognise: ({ programs }) => (programs[0]?.name === 'make' ? 'named' : null),
    });
    expect(understood('tsc\nmocha\n', [counting('mocha'), named]).kind).toBe('tsc');
  });

  test('lets one that covers all of it stand alone', () => {
    const whole = counting('diff', { covers: 'all' });
    expect(understood('diff\nmocha\n', [counting('mocha'), whole])).toMatchObject({
      kind: 'diff',
      verdict: ['1 of diff'],
    });
  });

  test('takes a part whose program ran before what only looks like the whole', () => {
    const looksWhole = counting('a.ts', { covers: 'all' });
    const named = counting('tsc', { recognise: () => 'named' });
    expect(understood('a.ts:1: tsc\ntsc\n', [looksWhole, named]).kind).toBe('tsc');
    expect(understood('a.ts:1: tsc\ntsc\n', [looksWhole, counting('tsc')]).kind).toBe('a.ts');
  });

  test('asks the last resort only where nothing explains the failure', () => {
    const remaining = counting('at', { covers: 'rest' });
    expect(understood('at x\nmocha\n', [remaining, counting('mocha')]).kind).toBe('mocha');
    expect(
      understood('at x\nmocha\n', [remaining, counting('mocha', {}, { explainsFailure: false })]).verdict,
    ).toEqual(['mocha: 1 of mocha', 'at: 1 of at']);
    expect(understood('at x\n', [remaining, counting('mocha')]).kind).toBe('at');
  });

  test('finds what looks like a problem, whatever summarizers make of it', () => {
    const { findings } = understood('mocha\nboom: cannot go on\n', [counting('mocha')]);
    expect(findings).toMatchObject({ isTroubled: true });
    expect(findings.all).toContainEqual(
      expect.objectContaining({ line: 2, text: '2: boom: cannot go on', isProblem: true }),
    );
  });

  test('takes the general one where nothing is found', () => {
    expect(understood('a\nb\n', [counting('mocha')])).toMatchObject({ kind: 'general' });
    const mistaken = counting('mocha', { recognise: () => 'marked' });
    expect(understood('a\nb\n', [mistaken])).toMatchObject({ kind: 'general', faults: [] });
  });

  test('goes on without a summarizer that throws, wherever it does, and tells of it', () => {
    const fail = () => {
      throw new Error('broken');
    };
    for (const broken of [
      counting('mocha', { recognise: fail }),
      counting('mocha', { read: fail }),
      counting('mocha', { read: () => ({ line: fail, finish: () => null }) }),
      counting('mocha', { read: () => ({ text: fail, finish: () => null }) }),
      counting('mocha', { read: () => ({ finish: fail }) }),
    ]) {
      const created = understood('mocha\ntsc\n', [broken, counting('tsc')]);
      expect(created.kind).toBe('tsc');
      expect(created.faults).toEqual([new Error('broken')]);
      expect(understood('mocha\n', [broken]).kind).toBe('general');
    }
  });

  test('is the same wherever the text is cut', () => {
    const text = `tsc\n${'x'.repeat(99)}\n`.repeat(60_000);
    const pieces = Array.from({ length: Math.ceil(text.length / 65_536) }, (_, at) =>
      text.slice(at * 65_536, (at + 1) * 65_536),
    );
    expect(understood(text, [counting('tsc')], pieces).verdict).toEqual(['60000 of tsc']);
  });
});
