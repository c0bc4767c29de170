import { expect, test } from 'vitest';
import { withoutSettings } from '#components/chat/prose/draw-diagram.ts';

test('settings are taken out, also where taking one out makes another', () => {
  expect(withoutSettings('%%{init: {"a": 1}}%%\nflowchart LR')).toBe('\nflowchart LR');
  expect(withoutSettings('%%%%{x}%%{init: {}}%%\npie')).not.toContain('init');
  expect(withoutSettings('---\nconfig:\n  theme: dark\n---\nflowchart LR')).toBe('flowchart LR');
  expect(withoutSettings('--- \nconfig: x\n--- \n---\nconfig: y\n---\npie')).toBe('pie');
});

test('tags in labels are text, but line breaks and what is no tag', () => {
  expect(withoutSettings('A["<img src=x onerror=y>"]')).toBe('A["#lt;img src=x onerror=y>"]');
  expect(withoutSettings('A["one<br/>two<BR>"]')).toBe('A["one<br/>two<BR>"]');
  expect(withoutSettings('<<interface>> A\nA <|-- B\nB <--> C')).toBe('<<interface>> A\nA <|-- B\nB <--> C');
});
