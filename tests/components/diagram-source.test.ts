import { expect, test } from 'vitest';
import { whyNotDrawn } from '#components/chat/prose/diagram-bounds.ts';
import { drawDiagram, withoutSettings } from '#components/chat/prose/draw-diagram.ts';

test('settings are taken out, also where taking one out makes another', () => {
  expect(withoutSettings('%%{init: {"a": 1}}%%\nflowchart LR')).toBe('\nflowchart LR');
  expect(withoutSettings('%%%%{x}%%{init: {}}%%\npie')).not.toContain('init');
  expect(withoutSettings('---\nconfig:\n  theme: dark\n---\nflowchart LR')).toBe('flowchart LR');
  expect(withoutSettings('--- \nconfig: x\n--- \n---\nconfig: y\n---\npie')).toBe('pie');
});

test('front matter that is never closed takes no time', () => {
  const before = process.threadCpuUsage();
  const source = `---${'\n'.repeat(9_000)}`;
  expect(withoutSettings(source)).toBe(source);
  expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(2_000);
});

test('tags in labels are text, but line breaks and what is no tag', () => {
  expect(withoutSettings('A["<img src=x onerror=y>"]')).toBe('A["#lt;img src=x onerror=y>"]');
  expect(withoutSettings('A["one<br/>two<BR>"]')).toBe('A["one<br/>two<BR>"]');
  expect(withoutSettings('<<interface>> A\nA <|-- B\nB <--> C')).toBe('<<interface>> A\nA <|-- B\nB <--> C');
});

test('a source of 1 MB, and a chart that leaves out days, are not drawn', async () => {
  // Nothing is asked of the page before that.
  const element = {} as HTMLElement;
  expect(await drawDiagram(`flowchart LR\n${'A --> B\n'.repeat(131_072)}`, element)).toEqual({
    fault: expect.stringMatching(/too long/),
  });
  expect(await drawDiagram('gantt\n  excludes weekends\n  A :2000-01-01,18000d', element)).toEqual({
    fault: expect.stringMatching(/leave out days/),
  });
});

test.each([
  ['block-beta\n  columns 1\n  space:100000000', /of this kind/],
  ['packet-beta\n  0-999999999: "x"', /of this kind/],
  ['%% a comment\n  %% flowchart LR\nblock\n space:9', /of this kind/],
  ['', /of this kind/],
  [`flowchart LR\nA ${'-'.repeat(5_000)}> B`, /too long ones/],
  [`flowchart LR\nA ${'~'.repeat(5_000)} B`, /too long ones/],
  [`graph LR\n${'A --> B\n'.repeat(101)}`, /too many links/],
  [`classDiagram\n${'A <|---- B\n'.repeat(80)}`, /too many links/],
  [`stateDiagram-v2\n${'A-->B;'.repeat(200)}`, /too many links/],
  [`mindmap\n${'  a\n'.repeat(400)}`, /too long/],
  [`flowchart LR\n${'A;'.repeat(3_000)}`, /too long/],
  ['gantt\n  includes 2000-01-01\n A :2000-01-01,9d', /leave out days/],
])('%s is not drawn', (source, why) => {
  expect(whyNotDrawn(source)).toMatch(why);
});

test.each([
  'graph TD; A-->B;',
  '%% ------------------------------------\nsequenceDiagram\n  A->>B: hi',
  'stateDiagram-v2\n  [*] --> Still',
  'classDiagram-v2\n  class A',
  'xychart-beta\n  x-axis [a, b]\n  bar [1, 2]',
  'pie\n  "a" : 8000000000',
  'flowchart LR\n  A["a ---------------- b"] --> B[--------------------]\n  A -- and --> C',
  'sequenceDiagram\n  A->>B: --------------------',
  `flowchart TD\n${'A --> B\n'.repeat(90)}`,
])('%s may be drawn', (source) => {
  expect(whyNotDrawn(source)).toBeNull();
});
