import { expect, test } from 'vitest';
import { type ShownDocument, whenShown } from '../../components/artifacts/api/when-shown.ts';

const pageOf = (prerendering?: boolean): ShownDocument =>
  Object.assign(new EventTarget(), prerendering === undefined ? {} : { prerendering });

test('what is shown counts at once, what a browser loaded ahead when somebody comes to it', () => {
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
