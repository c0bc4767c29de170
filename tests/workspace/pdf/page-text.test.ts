import { describe, expect, test } from 'vitest';
import { headingLevels } from '#lib/workspace/pdf/page-headings.ts';
import type { PageLine } from '#lib/workspace/pdf/page-lines.ts';
import { pageText } from '#lib/workspace/pdf/page-text.ts';

const line = (text: string, fontSize = 10): PageLine => ({
  text,
  fontSize,
  length: text.replaceAll(' ', '').length,
});
const body = line('Open the valve by a quarter turn, then wait until the pump has stopped.');

describe('the text of a page', () => {
  test('has its number, and headings where a line is larger than most of the text', () => {
    const lines = [line('Pumps', 20), body, line('Valves', 14), body, line('Note', 12), body];
    expect(pageText(3, lines, headingLevels([], lines))).toBe(
      ['[page 3]', '# Pumps', body.text, '## Valves', body.text, '### Note', body.text, '', ''].join('\n'),
    );
  });

  test('has the headings of the table of contents where there is one, numbered or not, whatever their size', () => {
    const contents = [
      { page: 1, level: 1, title: 'Pumps' },
      { page: 1, level: 2, title: '1.2 Valves' },
      { page: 2, level: 1, title: 'Index' },
    ];
    const lines = [line('1 Pumps', 20), line('Warning', 30), line('Valves'), line('Index'), body];
    expect(pageText(1, lines, headingLevels(contents, lines)).split('\n').slice(1, 6)).toEqual([
      '# 1 Pumps',
      'Warning',
      '## Valves',
      'Index',
      body.text,
    ]);
  });

  test('has no headings that the page does not have', () => {
    const texts = ['# not a heading', '``` not a fence', '-------', '===', '[page 77]', '#tag', '- one'];
    const lines = [...texts.map((text) => line(text)), line('42', 30), body];
    expect(pageText(1, lines, headingLevels([], lines)).split('\n').slice(1, 9)).toEqual([
      '\\# not a heading',
      '\\``` not a fence',
      '\\-------',
      '\\===',
      '\\[page 77]',
      '#tag',
      '- one',
      '42',
    ]);
  });

  test('has no headings where nothing says what is usual', () => {
    expect(pageText(1, [], headingLevels([], []))).toBe('[page 1]\n\n');
  });
});
