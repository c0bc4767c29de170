import { expect, test } from 'vitest';
import { type ShownDocument, whenShown } from '#components/artifacts/api/when-shown.ts';

const pageOf = (prerendering?: boolean): ShownDocument =>
  Object.assign(new EventTarget(), prerendering === undefined ? {} : { prerendering });

test('a visible page counts as viewed at once, a preloaded page when somebody opens it', () => {
  let counted = 0;
  const count = () => (counted += 1);
  whenShown(pageOf(), count);
  whenShown(pageOf(false), count);
  expect(counted).toBe(2);
  const ahead = pageOf(true);
  whenShown(ahead, count);
  expect(counted).toBe(2);
  ahead.dispatchEvent(new Event('prerenderingchange'));
  ahead.dispatchEvent(new Event('prerenderingchange'));
  expect(counted).toBe(3);
});
