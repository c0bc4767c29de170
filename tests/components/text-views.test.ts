import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { HiddenCountNote } from '#components/artifacts/lines/hidden-note.tsx';
import { countHidden, countSuspicious } from '#components/artifacts/text/hidden-characters.ts';
import { createByteSource } from '#components/artifacts/viewers/binary/byte-source.ts';
import { fileKind } from '#components/artifacts/viewers/binary/file-kind.ts';
import { hexRows, parseOffset } from '#components/artifacts/viewers/binary/hex-rows.ts';
import { isAnimated } from '#components/artifacts/viewers/image/is-animated.ts';
import { nextScale } from '#components/artifacts/viewers/image/use-zoom.ts';
import { addRecords, beginFilter, formatFiltered } from '#components/artifacts/viewers/log/filter-state.ts';
import { segmentsOfLines } from '#components/artifacts/viewers/log/log-segments.ts';
import { readMarkdown } from '#components/artifacts/viewers/markdown/read-document.ts';
import { expectLinear } from '../support/expect-linear.ts';
import { animation, noise } from '../support/images.ts';

describe('a line of a log', () => {
  const shown = (lines: string[]) =>
    segmentsOfLines(lines).map((segments) => segments.map(({ text, className }) => [className, text]));

  test('has its time and level separate, and loses nothing', () => {
    const line = '[2026-11-21 10:00:01,250] WARN  pool: 0 idle';
    expect(shown([line])[0]).toEqual([
      ['log-under', '['],
      ['log-time', '2026-11-21 10:00:01,250'],
      ['', '] '],
      ['log-level warn', 'WARN'],
      ['', '  pool: 0 idle'],
    ]);
  });

  test('hides the second or the day that the line before has too, and nothing else', () => {
    const folded = (lines: string[]) =>
      segmentsOfLines(lines).map(
        (segments) => segments.find(({ className }) => className.includes('folded'))?.text ?? '',
      );
    expect(
      folded([
        '2026-11-21 10:00:01.250 a',
        '2026-11-21 10:00:01.900 b',
        '    under it',
        '2026-11-21 10:00:02.000 c',
        '2026-11-22 10:00:02.000 d',
      ]),
    ).toEqual(['', '2026-11-21 10:00:01', '', '2026-11-21 ', '']);
  });

  test('keeps its text, whatever it contains', () => {
    const lines = ['', ' ', '10:00:00', '[error]', '\u202e10:00:00 error', '{"level":50}', '<b>10:00:00</b>'];
    expect(shown(lines).map((row) => row.map(([, text]) => text).join(''))).toEqual(lines);
  });
});

test('shows the progress of a filter, and that nothing matches', () => {
  const row = { line: 4, text: 'x', isCut: false };
  const counts = { error: 1, warn: 0, info: 0, debug: 0, trace: 0 };
  const end = { done: true, next: null, counts, lines: 1, readTo: 19 } as const;
  const begun = beginFilter(null);
  expect(formatFiltered(begun, 18)).toBe('Searching');
  const some = addRecords(begun, [{ rows: [row] }]);
  expect(formatFiltered(some, 18)).toBe('1+ of 18 lines');
  expect(formatFiltered(addRecords(some, [end]), 18)).toBe('1 of 18 lines');
  expect(formatFiltered(addRecords(begun, [{ ...end, lines: 0 }]), 18)).toBe('None of 18 lines');
  expect(formatFiltered(addRecords(some, [{ error: 'Expired', code: 'artifact_expired' }]), 18)).toBe(
    'This artifact has expired.',
  );
});

describe('a document', () => {
  const read = (text: string) => {
    const work = readMarkdown(text);
    for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
  };

  test('lists its headings with their piece, and ignores lookalikes in code', () => {
    const { headings, blocks } = read(
      '# One *two*\n\ntext\n\nUnder\n=====\n\n```\n# no heading\n```\n\n## [Link](https://x.example) ##\n\n## Link\n',
    );
    expect(headings.map(({ level, text, slug }) => [level, text, slug])).toEqual([
      [1, 'One two', 'one-two'],
      [1, 'Under', 'under'],
      [2, 'Link', 'link'],
      [2, 'Link', 'link-1'],
    ]);
    for (const { block, text } of headings) expect(blocks[block]).toContain(text.split(' ')[0]);
  });

  test('counts its invisible characters', () => {
    expect(read('a\u202eb\n\nc\u200b').hiddenCount).toBe(2);
  });

  test('gives each piece the links it uses, wherever they are defined', () => {
    const { blocks } = read(
      'See [the docs][Docs].\n\nNothing here.\n\n[docs]: https://docs.example "Docs"\n',
    );
    expect(blocks[0]).toContain('[docs]: https://docs.example');
    expect(blocks[1]).toBe('Nothing here.\n');
  });

  test('shows its front matter as code', () => {
    expect(read('---\ntitle: x\n---\n\n# Y\n').blocks[0]).toContain('```yaml\ntitle: x\n```');
  });

  test('of a megabyte is divided in linear time', async () => {
    const cut = (count: number) =>
      read('[a]: https://a.example\n\n'.concat('# Heading [a] text\n\n- item\n\n'.repeat(count)));
    await expectLinear(30_000, cut);
    const { headings, blocks } = cut(30_000);
    expect(headings).toHaveLength(30_000);
    const last = headings.at(-1);
    expect([last?.text, last?.slug]).toEqual(['Heading a text', 'heading-a-text-29999']);
    expect(blocks[last?.block ?? 0]).toMatch(
      /^# Heading \[a\] text\n\n- item\n+\[a\]: https:\/\/a\.example$/,
    );
  });
});

describe('a hex view', () => {
  test('shows the offset, two halves and the characters, each harmless', () => {
    const [first, second] = hexRows(
      Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3, 0x3c, 10, 27, 65, 66, 67, 68, 69, 255]),
      32,
    );
    expect(first).toEqual({
      offset: 32,
      halves: ['7f 45 4c 46 00 01 02 03', '3c 0a 1b 41 42 43 44 45'],
      text: '·ELF····<··ABCDE',
    });
    expect(second).toEqual({ offset: 48, halves: ['ff', ''], text: '·' });
  });

  test.each([
    ['0x1F40', 8_000],
    ['1f40h', 8_000],
    ['8,000', 8_000],
    [' 12 ', 12],
    ['1f40', null],
    ['-1', null],
    ['', null],
  ])('parses an offset as people write it: %j', (text, offset) => {
    expect(parseOffset(text)).toBe(offset);
  });

  test.each([
    ['\x7fELF\x02', 'ELF program or library'],
    ['PK\x03\x04', 'Zip archive, or a document made of one'],
    ['RIFF....WEBP', 'WebP image'],
    [`${'\0'.repeat(257)}ustar`, 'tar archive'],
    ['BMW', 'BMP image'],
    ['hello', null],
    ['', null],
  ])('names the format of the bytes: %j', (bytes, kind) => {
    expect(fileKind(Buffer.from(bytes, 'latin1'))).toBe(kind);
  });

  test('loads bytes in blocks, once each, and again on demand after a failure', async () => {
    const all = Uint8Array.from({ length: 100_000 }, (_, index) => index % 251);
    const asked: [number, number][] = [];
    let isBroken = false;
    const source = createByteSource(all.length, async (start, end) => {
      asked.push([start, end]);
      return isBroken ? { ok: false, code: 'network' } : { ok: true, value: all.slice(start, end) };
    });
    source.want(32_000, 33_000);
    source.want(32_000, 33_000);
    await new Promise((resolve) => setTimeout(resolve));
    expect(asked).toEqual([
      [0, 32_768],
      [32_768, 65_536],
    ]);
    expect(source.bytes(32_000, 33_000)).toEqual(all.slice(32_000, 33_000));
    expect(source.bytes(70_000, 70_016)).toBeNull();
    isBroken = true;
    source.want(99_000, 100_000);
    await new Promise((resolve) => setTimeout(resolve));
    expect(source.failure()).toBe('network');
    isBroken = false;
    source.retry();
    await new Promise((resolve) => setTimeout(resolve));
    expect(source.failure()).toBeNull();
    expect(source.bytes(99_000, 100_000)).toEqual(all.slice(99_000));
  });
});

describe('an image', () => {
  test('steps through the usual zoom levels, from any level', () => {
    expect([nextScale(1, 1), nextScale(0.43, 1), nextScale(0.43, -1), nextScale(32, 1)]).toEqual([
      1.5, 0.5, 0.25, 32,
    ]);
  });

  test('is recognised as animated or not', async () => {
    const moving = await animation(16, 16, 3);
    const [gif, webp] = [await moving.clone().gif({ loop: 0 }).toBuffer(), await moving.webp().toBuffer()];
    expect([isAnimated(gif, 'image/gif'), isAnimated(webp, 'image/webp')]).toEqual([true, true]);
    const still = noise(16, 16);
    expect(isAnimated(await still.clone().gif().toBuffer(), 'image/gif')).toBe(false);
    expect(isAnimated(await still.clone().webp().toBuffer(), 'image/webp')).toBe(false);
    expect(isAnimated(await still.png().toBuffer(), 'image/png')).toBe(false);
  });
});

test('invisible characters are counted and reported; terminal control sequences are not counted', () => {
  const lines = ['user\u2067\u200b admin', '\ttabs and ünïcode 漢字 👍️', '\ufeff'];
  expect(countHidden(lines)).toBe(3);
  expect(countSuspicious('file', lines)).toBe(3);
  expect(countSuspicious('file', ['plain'])).toBe(0);
  expect(countSuspicious('terminal', ['\u001b[31mred'])).toBe(0);
  const note = renderToStaticMarkup(createElement(HiddenCountNote, { count: 3 }));
  expect(note).toContain('3 characters here are invisible or change the reading order.');
});
