import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chunkLines } from '#components/artifacts/api/chunk-lines.ts';
import {
  createLineSource,
  type FetchLines,
  type LineSource,
} from '#components/artifacts/lines/line-source.ts';
import type { RequestResult } from '#components/ui/request-json.ts';
import type { LineWindow } from '#lib/core/vocabulary/line-window.ts';

type Answer = RequestResult<LineWindow>;

interface Asked {
  from: number;
  to: number;
  signal: AbortSignal;
  answer: (result: Answer) => Promise<void>;
}

let asked: Asked[];
beforeEach(() => {
  asked = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const fetchLines: FetchLines = (from, to, signal) =>
  new Promise((resolve) => {
    const answer = async (result: Answer) => {
      resolve(result);
      await vi.advanceTimersByTimeAsync(0);
    };
    asked.push({ from, to, signal, answer });
  });

const windowOf = (from: number, to: number, total: number): Answer => ({
  ok: true,
  value: {
    lines: Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`),
    from,
    to,
    total,
    cut: [],
    state: 'complete',
  },
});
const ranges = () => asked.map(({ from, to }) => `${from}-${to}`);
const chunkOfLine = (line: number) => Math.floor((line - 1) / chunkLines);

async function answerAll(total: number): Promise<void> {
  for (const { from, to, answer } of asked) await answer(windowOf(from, to, total));
}

describe('a file of up to 2,000 lines', () => {
  test('is loaded in one piece, whichever lines are visible', async () => {
    const source = createLineSource(1_500, fetchLines);
    source.want(10, 12);
    source.want(0, 1);
    expect(ranges()).toEqual(['1-1500']);
    await answerAll(1_500);
    expect(source.chunk(0)?.lines[0]).toBe('line 1');
    expect(source.chunk(29)?.lines.at(-1)).toBe('line 1500');
    expect(source.chunk(30)).toBeNull();
  });

  test('is requested further if a response has fewer lines than requested', async () => {
    const source = createLineSource(300, fetchLines);
    source.want(0, 1);
    await asked[0]?.answer(windowOf(1, 120, 300));
    expect(source.chunk(0)).toBeNull();
    expect(ranges()).toEqual(['1-300', '121-300']);
    await asked[1]?.answer(windowOf(121, 300, 300));
    expect(source.chunk(5)?.lines.at(-1)).toBe('line 300');
  });

  test('is shown as far as it goes if it is shorter than announced', async () => {
    const source = createLineSource(300, fetchLines);
    source.want(0, 1);
    await asked[0]?.answer(windowOf(1, 120, 120));
    await asked[1]?.answer(windowOf(121, 120, 120));
    expect(source.chunk(2)?.lines.at(-1)).toBe('line 120');
    expect(source.chunk(3)).toBeNull();
  });
});

describe('a long file', () => {
  const total = 100_000;
  let source: LineSource;
  beforeEach(() => {
    source = createLineSource(total, fetchLines);
  });
  const look = (line: number) => source.want(chunkOfLine(line), chunkOfLine(line) + 1);

  test('is loaded around the visible lines and in the adjacent windows', async () => {
    look(50_001);
    expect(ranges()).toEqual(['49801-50000', '50001-50200', '50201-50400']);
    await answerAll(total);
    expect(source.chunk(chunkOfLine(50_001))?.lines[0]).toBe('line 50001');
    look(50_001);
    expect(asked).toHaveLength(3);
  });

  test('has no window before its first line or after its last', () => {
    look(1);
    look(total);
    expect(ranges()).toEqual(['1-200', '201-400', '99601-99800', '99801-100000']);
  });

  test('cancels requests for lines that are far out of view', () => {
    look(1);
    look(50_001);
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true, false, false, false]);
    expect(source.failure(0)).toBeNull();
  });

  test('stays within its memory limit: the least recently viewed chunk is released and loaded again when needed', async () => {
    for (let line = 1; line < 20_000; line += 600) {
      look(line);
      await answerAll(total);
    }
    const hold = () =>
      Array.from({ length: total / chunkLines }, (_, chunk) => source.chunk(chunk)).filter(Boolean);
    expect(hold().length * chunkLines).toBeLessThanOrEqual(20 * 200);
    expect(source.chunk(0)).toBeNull();
    const before = asked.length;
    look(1);
    expect(asked.length).toBe(before + 2);
  });

  test('notifies its listeners of new chunks, and returns the same object for each chunk', async () => {
    let stated = 0;
    const leave = source.subscribe(() => {
      stated += 1;
    });
    look(1);
    expect(stated).toBe(0);
    await asked[0]?.answer(windowOf(1, 200, total));
    expect([stated, source.version()]).toEqual([1, 1]);
    expect(source.chunk(0)).toBe(source.chunk(0));
    leave();
    await asked[1]?.answer(windowOf(201, 400, total));
    expect(stated).toBe(1);
  });

  test('sends no requests and no notifications after it is closed', async () => {
    look(1);
    await asked[0]?.answer({ ok: false, code: 'network', error: '' });
    source.close();
    expect(asked[1]?.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(2);
  });
});

test('cut lines keep their position in the chunk', async () => {
  const source = createLineSource(120, fetchLines);
  source.want(0, 2);
  const answer = windowOf(1, 120, 120);
  if (answer.ok)
    answer.value.cut = [
      { line: 51, byteLength: 9_000 },
      { line: 120, byteLength: 7_000 },
    ];
  await asked[0]?.answer(answer);
  expect([0, 1, 2].map((chunk) => [...(source.chunk(chunk)?.cut ?? [])])).toEqual([
    [],
    [[0, 9_000]],
    [[19, 7_000]],
  ]);
});

describe('growing lines', () => {
  const grown = async (lineCount: number, source: LineSource) => {
    source.grow(lineCount);
    source.want(chunkOfLine(lineCount), chunkOfLine(lineCount));
  };

  test('are loaded again from the old end, and stay visible meanwhile', async () => {
    const source = createLineSource(120, fetchLines, true);
    source.want(0, 2);
    await asked[0]?.answer(windowOf(1, 120, 120));
    await grown(150, source);
    expect(ranges()).toEqual(['1-120', '1-150']);
    expect(source.chunk(2)?.lines).toHaveLength(20);
    await asked[1]?.answer(windowOf(1, 150, 150));
    expect(source.chunk(2)?.lines).toHaveLength(50);
  });

  test('are loaded one request at a time, and once more if they grew meanwhile', async () => {
    const source = createLineSource(10, fetchLines, true);
    source.want(0, 0);
    for (const count of [11, 12, 13]) await grown(count, source);
    expect(ranges()).toEqual(['1-10']);
    await asked[0]?.answer(windowOf(1, 10, 13));
    expect(ranges()).toEqual(['1-10', '1-13']);
    await asked[1]?.answer(windowOf(1, 13, 13));
    expect(asked).toHaveLength(2);
    expect(source.chunk(0)?.lines.at(-1)).toBe('line 13');
  });

  test('are loaded again if only the last line grew', async () => {
    const source = createLineSource(10, fetchLines, true);
    source.want(0, 0);
    await asked[0]?.answer(windowOf(1, 10, 10));
    await grown(10, source);
    expect(ranges()).toEqual(['1-10', '1-10']);
  });

  test('are not loaded again if other lines follow them', async () => {
    const source = createLineSource(300, fetchLines, true);
    source.want(0, 5);
    await asked[0]?.answer(windowOf(1, 200, 300));
    await asked[1]?.answer(windowOf(201, 300, 300));
    await grown(420, source);
    expect(ranges().slice(2)).toEqual(['201-400', '401-420']);
  });

  test('stay visible if a request fails', async () => {
    const source = createLineSource(10, fetchLines, true);
    source.want(0, 0);
    await asked[0]?.answer(windowOf(1, 10, 10));
    await grown(20, source);
    await asked[1]?.answer({ ok: false, code: 'network', error: '' });
    expect(source.chunk(0)?.lines).toHaveLength(10);
  });
});

describe('lines that failed to load', () => {
  const fail = async (code: string) => await asked.at(-1)?.answer({ ok: false, code, error: '' });

  test.each(['network', 'internal', 'storage_unavailable', 'draining'])(
    'because of %s are requested again after 2, 4 and 8 s, and then on demand',
    async (code) => {
      const source = createLineSource(100, fetchLines);
      source.want(0, 1);
      for (const waitMs of [2_000, 4_000, 8_000]) {
        const count = asked.length;
        await fail(code);
        expect(source.failure(0)).toBe(code);
        await vi.advanceTimersByTimeAsync(waitMs - 1);
        expect(asked).toHaveLength(count);
        await vi.advanceTimersByTimeAsync(1);
        expect(asked).toHaveLength(count + 1);
      }
      await fail(code);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(asked).toHaveLength(4);
      source.retry();
      expect(source.failure(0)).toBeNull();
      await asked.at(-1)?.answer(windowOf(1, 100, 100));
      expect(source.chunk(0)?.lines).toHaveLength(50);
    },
  );

  test.each(['artifact_expired', 'not_found'])('because of %s are not requested again', async (code) => {
    const source = createLineSource(100, fetchLines);
    source.want(0, 1);
    await fail(code);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([asked.length, source.failure(0)]).toEqual([1, code]);
  });
});

describe('lines that are not adjacent', () => {
  test('are loaded without those between them, and released when others are viewed', async () => {
    const source = createLineSource(1_000_000, fetchLines);
    source.wantEach([chunkOfLine(1), chunkOfLine(500_000), chunkOfLine(500_051)]);
    expect(ranges()).toEqual(['1-200', '499801-500000', '500001-500200']);
    source.wantEach([chunkOfLine(500_051)]);
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
    await asked[2]?.answer(windowOf(500_001, 500_200, 1_000_000));
    expect(source.chunk(chunkOfLine(500_051))?.lines[0]).toBe('line 500051');
    expect(source.chunk(chunkOfLine(1))).toBeNull();
  });
});

describe('a text whose first lines are known', () => {
  const headOf = (count: number, total: number) => {
    const answer = windowOf(1, count, total);
    if (!answer.ok) throw new Error('it is an answer');
    return answer.value;
  };

  test('shows them at once, and the same lines in one piece once the rest is loaded', async () => {
    const source = createLineSource(100_000, fetchLines, false, headOf(chunkLines, 100_000));
    expect(source.chunk(0)?.lines).toHaveLength(chunkLines);
    expect(source.chunk(1)).toBeNull();
    source.want(0, 1);
    expect(ranges()).toEqual(['1-200', '201-400']);
    expect(source.chunk(0)?.lines[0]).toBe('line 1');
    for (const { from, to, answer } of [...asked]) await answer(windowOf(from, to, 100_000));
    expect(source.chunk(3)?.lines.at(-1)).toBe('line 200');
    source.want(0, 1);
    expect(asked).toHaveLength(2);
  });

  test('keeps them visible if the rest fails to load, and says why', async () => {
    const source = createLineSource(300, fetchLines, false, headOf(chunkLines, 300));
    source.want(0, 1);
    await asked[0]?.answer({ ok: false, code: 'artifact_expired', error: 'Expired' });
    expect(source.chunk(0)?.lines[0]).toBe('line 1');
    expect(source.failure(0)).toBe('artifact_expired');
  });

  test('is not requested at all if they are the whole text', () => {
    const source = createLineSource(30, fetchLines, false, headOf(30, 30));
    source.want(0, 0);
    expect(asked).toHaveLength(0);
    expect(source.chunk(0)?.lines).toHaveLength(30);
  });
});
