import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FailedCard } from '#components/artifacts/cards/failed-card.tsx';
import { ErrorBoundary } from '#components/ui/error-boundary.tsx';

const textOf = (markup: string) => markup.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

test('a card that could not be rendered shows what the model saw, and can be tried again', () => {
  const render = (seenText: string) =>
    textOf(
      renderToStaticMarkup(createElement(FailedCard, { title: 'npm test', seenText, onRetry: () => {} })),
    );
  expect(render('3 failed, 40 passed')).toContain(
    'npm test not shown This card could not be shown. Below is what the model saw. Try again 3 failed, 40 passed',
  );
  expect(render('')).toContain('This card could not be shown. Try again');
});

test('a boundary shows its children until they throw, then its fallback, and after a retry its children again', () => {
  let retry: (() => void) | null = null;
  const shown = new ErrorBoundary({
    children: 'children',
    fallback: (onRetry) => {
      retry = onRetry;
      return 'fallback';
    },
  });
  expect(shown.render()).toBe('children');
  shown.state = ErrorBoundary.getDerivedStateFromError();
  expect(shown.render()).toBe('fallback');
  shown.setState = (next) => Object.assign(shown.state, next);
  (retry as (() => void) | null)?.();
  expect(shown.render()).toBe('children');
});
