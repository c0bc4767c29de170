import { describe, expect, test } from 'vitest';
import { allRecordings } from '#scripts/split/recordings.ts';
import { splitRecording } from '#scripts/split/split-recording.ts';
import { shapeOf } from '#scripts/truth/raw-text.ts';

type Recorded = ReturnType<typeof allRecordings>[number];

/** Outputs that mostly repeat themselves: in others nothing is odd. */
const repetitive = allRecordings()
  .filter(({ name, tool }) => name.startsWith('logs/') && tool === 'run_pty_cmd')
  .flatMap((recorded) => {
    const lines = recorded.text.split('\n').filter((line) => line.trim() !== '');
    const counts = new Map<string, number>();
    for (const line of lines) counts.set(shapeOf(line), (counts.get(shapeOf(line)) ?? 0) + 1);
    const often = lines.filter((line) => (counts.get(shapeOf(line)) ?? 0) >= 10);
    const rare = [...counts.values()].filter((count) => count <= 2).length;
    return often.length >= lines.length * 0.7 && lines.length >= 80 && rare <= 20
      ? [{ recorded, lines, often }]
      : [];
  });

const viewWith = async (recorded: Recorded, lines: readonly string[], at: number, line: string) => {
  const changed = [...lines.slice(0, at), line, ...lines.slice(at)].join('\n');
  const bytes = Buffer.from(`${changed}\n`);
  return (await splitRecording({ ...recorded, bytes, level: 'balanced', isSummarized: true })).text;
};

describe('the odd one is in the view', () => {
  test('there are outputs to hide it in', () => {
    expect(repetitive.length).toBeGreaterThanOrEqual(10);
  });

  test.each(repetitive)('a line like no other: $recorded.name', async ({ recorded, lines }) => {
    for (const share of [0.2, 0.5, 0.8]) {
      const at = Math.floor(lines.length * share);
      expect(await viewWith(recorded, lines, at, 'quagga nine left the platform')).toContain(
        'quagga nine left',
      );
    }
  });

  test.each(repetitive)(
    'a level that is nowhere else: $recorded.name',
    async ({ recorded, lines, often }) => {
      const level = /\b(?:INFO|info|DEBUG|debug)\b/;
      const usual = often.find((line) => level.test(line));
      if (usual === undefined) return;
      const at = Math.floor(lines.length / 2);
      expect(await viewWith(recorded, lines, at, usual.replace(level, 'KRYPT'))).toContain('KRYPT');
    },
  );

  test.each(repetitive)(
    'a number far from all others: $recorded.name',
    async ({ recorded, lines, often }) => {
      const number = /(?<= )\d{1,3}(?= |ms|$)/g;
      const usual = often.find((line) => number.test(line));
      if (usual === undefined) return;
      const at = lines.indexOf(usual) + Math.floor(often.length / 2);
      const odd = usual.replaceAll(number, '918273');
      expect(await viewWith(recorded, lines, at, odd)).toContain('918273');
    },
  );
});

describe('among a thousand lines of any layout', () => {
  const layouts: readonly ((at: number, level: string, ms: number) => string)[] = [
    (at, level, ms) => `2025-06-01 08:00:${at % 60} [${level}] request ${at} took ${ms} ms`,
    (at, level, ms) => `${level} worker-${at % 7} stored parcel ${at} in ${ms}ms`,
    (at, level, ms) => `[${at}] <${level}> 分拣 ${at} 号包裹 ${ms} 毫秒`,
    (at, level, ms) => `${at};${level};shelf ${at % 13};${ms}`,
    (at, level, ms) => `time=${at} level=${level} msg="moved ${at}" ms=${ms}`,
    (at, level, ms) => `{"n":${at},"level":"${level}","ms":${ms}}`,
  ];
  const text = (
    layout: (typeof layouts)[number],
    odd: Partial<{ level: string; ms: number; line: string }>,
  ) =>
    Array.from({ length: 1_000 }, (_, at) =>
      at === 613 && odd.line !== undefined
        ? odd.line
        : layout(
            at,
            at === 613 ? (odd.level ?? 'INFO') : at % 3 ? 'INFO' : 'DEBUG',
            at === 613 ? (odd.ms ?? 7) : 20 + ((at * 37) % 80),
          ),
    ).join('\n');
  const view = async (output: string) => {
    const call = {
      tool: 'run_pty_cmd',
      args: { command: './sorter' },
      exitCode: 0,
      level: 'balanced' as const,
    };
    return (await splitRecording({ ...call, bytes: Buffer.from(`${output}\n`) })).text;
  };

  test.each(layouts.map((layout, at) => ({ at, layout })))('layout $at', async ({ layout }) => {
    expect(await view(text(layout, { level: '错误' }))).toContain('错误');
    expect(await view(text(layout, { ms: 91_827 }))).toContain('91827');
    expect(await view(text(layout, { line: 'quagga nine left the platform' }))).toContain('quagga nine left');
  });
});
