import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadTokenizer } from '#lib/split/tokenizer.ts';
import { createLineIndexer } from '#lib/stores/line-index.ts';
import { lineSource } from '#lib/tools/recall/line-source.ts';
import { recallQuery } from '#lib/tools/recall/recall-query.ts';
import { scaled } from '#tests/support/scaled.ts';

const { count } = await loadTokenizer();

function sourceOf(text: string | Buffer, isTerminal = false) {
  const bytes = Buffer.from(text);
  const indexer = createLineIndexer();
  indexer.push(bytes);
  const index = indexer.finish();
  return lineSource({
    title: 'a.txt',
    firstLine: 1,
    lineCount: index?.lineCount ?? 0,
    byteLength: bytes.length,
    encoding: index?.encoding ?? 'utf-8',
    isTerminal,
    createMask: () => (lines) => lines,
    async *readChunks() {
      for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000);
    },
    readWindow: async () => null,
  });
}

async function ask(
  text: string | Buffer,
  query: string,
  maxTokens = 600,
  isTerminal = false,
): Promise<string> {
  const signal = new AbortController().signal;
  const view = await recallQuery(sourceOf(text, isTerminal), query, { maxTokens, count }, signal);
  if (typeof view !== 'string') throw new Error(`no answer to ${query}`);
  expect(count(view)).toBeLessThanOrEqual(maxTokens);
  return view;
}
const shownLines = (view: string) => [...view.matchAll(/^(\d+):\t/gm)].map((match) => Number(match[1]));
const lines = (length: number, make: (line: number) => string) =>
  Array.from({ length }, (_, at) => `${make(at + 1)}\n`).join('');

describe('few matches', () => {
  test('show what leads to them, where they begin no section', async () => {
    const steps = [
      '[1] open the store',
      '- take a parcel',
      '* weigh it',
      '> ask for its zone',
      '# print a label',
      '+ lose the label',
    ];
    const message = await ask(`${steps.join('\n')}\ngive up with code 4711\n`, '4711');
    for (const step of steps) expect(message).toContain(step);
  });

  test('show what follows them, since that is what would be asked for next: up to the next line of their form', async () => {
    const commit = (at: number) =>
      `commit ${at}f3a\nAuthor: x\n\n    subject ${at}\n\n a/${at}.txt | 2 +-\n 1 file changed\n\n`;
    const text = Array.from({ length: 9 }, (_, at) => commit(at + 1)).join('');
    expect((await ask(text, '5f3a')).split('\n')).toEqual([
      '1 line matches "5f3a"',
      '31-\t 1 file changed',
      '32-\t',
      '33:\tcommit 5f3a',
      '34-\tAuthor: x',
      '35-\t',
      '36-\t    subject 5',
      '37-\t',
      '38-\t a/5.txt | 2 +-',
      '39-\t 1 file changed',
      '40-\t',
    ]);
  });

  test('of lines that all begin alike show ten after them', async () => {
    const view = await ask(
      lines(200, (line) => `line ${line}`),
      'line 100',
    );
    const shown = Array.from({ length: 13 }, (_, at) => 98 + at);
    expect(view.split('\n').slice(1)).toEqual(
      shown.map((line) => `${line}${line === 100 ? ':' : '-'}\tline ${line}`),
    );
  });

  test('in a list of keys and values, end at no other key', async () => {
    const keys = ['Server', 'Document', 'Level', 'Time', 'Complete', 'Failed', 'Rate', 'Latency'];
    const text = keys.map((key, at) => `${key} of it:   ${at}\n`).join('');
    const view = await ask(text, 'Document of it');
    expect(view).toContain('8-\tLatency of it:   7');
  });

  test('show less around them where that would take more than the budget', async () => {
    const text = lines(200, (line) => (line === 100 ? 'target' : ` ${'word '.repeat(20)}`));
    const view = await ask(text, 'target', 200);
    expect(shownLines(view)).toEqual([100]);
    expect(view.split('\n').length).toBeLessThan(14);
    const rich = await ask(text, 'target', 2_000);
    expect(count(rich)).toBeGreaterThan(200);
    expect(count(rich)).toBeLessThanOrEqual(600);
  });

  test('that lie close share what stands between them', async () => {
    const view = await ask(
      lines(30, (line) => (line === 10 || line === 12 ? 'hit' : `l${line}`)),
      'hit',
    );
    expect(view.match(/^11-\tl11$/gm)).toHaveLength(1);
    expect(view).not.toContain('--');
  });
});

describe('more matches than have room', () => {
  test('are shown from the start, from all over and to the last, with each gap counted', async () => {
    const view = await ask(
      lines(20_000, (line) => `${line} error in part ${String.fromCharCode(97 + (line % 26))}`),
      'error',
    );
    const shown = shownLines(view);
    expect(view).toMatch(new RegExp(`^20,000 lines match "error"; ${shown.length} of them:\n1:\t`));
    expect(shown.slice(0, 3)).toEqual([1, 2, 3]);
    expect(shown.at(-1)).toBe(20_000);
    for (const quarter of [0, 1, 2, 3])
      expect(shown.some((line) => line > quarter * 5_000 && line <= (quarter + 1) * 5_000)).toBe(true);
    const left = [...view.matchAll(/^… ([\d,]+) more$/gm)].map((match) =>
      Number(match[1]?.replace(/,/g, '')),
    );
    expect(left.reduce((sum, more) => sum + more, shown.length)).toBe(20_000);
    expect(view).toMatch(/\n\(for the others: a longer query, or lines "a-b"\)$/);
  });

  test('show those unlike the others', async () => {
    const rare = new Map([
      [7_000, 'error: disk is full'],
      [15_003, 'error: no such user'],
    ]);
    const view = await ask(
      lines(20_000, (line) => rare.get(line) ?? `12:${line} error: timed out after ${line} ms, try again`),
      'error',
      300,
    );
    expect(shownLines(view)).toEqual(expect.arrayContaining([1, 7_000, 15_003, 20_000]));
  });

  test('that are all the same are shown a few times', async () => {
    const view = await ask('call(a)\n'.repeat(2_000), 'call(');
    expect(shownLines(view)).toEqual([1, 2, 3, 4, 2_000]);
    expect(view).toContain('… 1,995 more');
  });

  test('show those where the query is a word of its own', async () => {
    const text = lines(2_000, (line) =>
      line === 1_500 ? 'port = 5000' : `import module_${'abc'.charAt(line % 3)}${line} from there`,
    );
    expect(shownLines(await ask(text, 'port', 300))).toContain(1_500);
  });
});

describe('a long line', () => {
  test('is shown around its matches, and tells how many more there are', async () => {
    const part = (at: number) => `{"id":${at},"name":"needle ${at}","text":"${'x'.repeat(200)}"}`;
    const view = await ask(`[${Array.from({ length: 500 }, (_, at) => part(at)).join(',')}]`, 'needle');
    expect(view).toMatch(/^1 line matches "needle"\n1:\t\[\{"id":0/);
    expect(view).toContain('"needle 0"');
    expect(view).toContain('"needle 499"');
    expect(view).toMatch(/ \(\+49\d matches; the line has [\d,]+ bytes\)$/);
  });

  test('of many megabytes is looked through like any other', async () => {
    const part = scaled(2_000_000, 200_000);
    const view = await ask(`${'a'.repeat(6 * part)}(needle+)${'b'.repeat(4 * part)}\n`, '(needle+)', 300);
    expect(view).toMatch(
      /^1 line matches "\(needle\+\)"\n1:\t…a+\(needle\+\)b+… \(the line has [\d,]+,009 bytes\)$/,
    );
  });

  test('is never cut within a character', async () => {
    const view = await ask(`${'😀'.repeat(5_000)}needle${'ż'.repeat(5_000)}`, 'needle');
    expect(view).toMatch(/…(?:😀)+needleż+…/u);
    expect(view).not.toContain('\ufffd');
  });
});

describe('text of any kind', () => {
  test('in UTF-16 or with a mark at its start is found and shown', async () => {
    for (const text of [Buffer.from('\ufeffone\nżneedle\n', 'utf16le'), Buffer.from('\ufeffone\nżneedle\n')])
      expect(await ask(text, 'one')).toBe('1 line matches "one"\n1:\tone\n2-\tżneedle');
  });

  test('of a terminal is what it shows', async () => {
    const view = await ask('10%\r50%\rdone \u001b[31mneedle\u001b[0m\nnext\n', 'done needle', 600, true);
    expect(view).toBe('1 line matches "done needle"\n1:\tdone needle\n2-\tnext');
  });

  test('that imitates an answer stands behind its line number', async () => {
    const view = await ask('hit\n0 lines match "hit"\n(for the others: …)\n', 'hit');
    for (const line of view.split('\n').slice(1)) expect(line).toMatch(/^\d+[:-]\t/);
  });

  test('never breaks an answer nor its bound, and the same question has the same answer', async () => {
    const text = fc.array(
      fc.oneof(fc.string(), fc.constantFrom('a\n', 'needle', '\r\n', '\u001b[2K\r', '\u0000', '😀')),
      { maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.oneof(fc.constantFrom('a', 'needle', '.', '\\d'), fc.string({ minLength: 1 })),
        fc.boolean(),
        async (parts, query, isTerminal) => {
          fc.pre(!/[\0\n]/.test(query));
          const view = await ask(parts.join(''), query, 80, isTerminal);
          expect(await ask(parts.join(''), query, 80, isTerminal)).toBe(view);
        },
      ),
      { numRuns: scaled(40, 8) },
    );
  });
});
