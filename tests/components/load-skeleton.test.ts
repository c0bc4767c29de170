import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LoadSkeleton } from '#components/artifacts/text/load-skeleton.tsx';

test('a server renders no placeholder lines, however slow it is: the page that takes over might be faster', () => {
  const props = { rows: 3, startedMs: performance.now() - 60_000 };
  expect(renderToStaticMarkup(createElement(LoadSkeleton, props))).toBe('');
});
