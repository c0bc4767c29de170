import { describe, expect, test, vi } from 'vitest';
import { type ContextSpan, createOpenContexts } from '#components/artifacts/viewers/by-file/open-contexts.ts';
import type { RequestResult } from '#components/ui/request-json.ts';
import type { MatchContext } from '#lib/core/api/match-context.ts';

/** A response as the server sends it, far from both ends of the file. */
const contextOf = (at: number, { above, below }: ContextSpan): MatchContext => {
  const lines = Array.from({ length: above + 1 + below }, (_, index) => `text ${at - above + index}`);
  return { path: 'a.ts', from: at - above, lines, total: 200, cut: [] };
};

describe('an expanded match', () => {
  type Answer = RequestResult<MatchContext>;
  const open = () => {
    const asked: {
      line: number;
      span: ContextSpan;
      signal: AbortSignal;
      answer: (result: Answer) => void;
    }[] = [];
    const contexts = createOpenContexts(
      (line, span, signal) =>
        new Promise<Answer>((answer) => {
          asked.push({ line, span, signal, answer });
        }),
    );
    const answer = async (index: number, at: number) => {
      const { span, answer: give } = asked[index] ?? {};
      if (span) give?.({ ok: true, value: contextOf(at, span) });
      await Promise.resolve();
    };
    const of = (line: number) => contexts.within(line, line).get(line);
    return { contexts, asked, answer, of };
  };

  test('is loaded, closed and requested again', async () => {
    const { contexts, asked, answer, of } = open();
    const heard = vi.fn();
    contexts.subscribe(heard);
    contexts.toggle(7, 40);
    expect(of(7)).toMatchObject({ at: 40, shown: null, isLoading: true });
    await answer(0, 40);
    expect(of(7)).toMatchObject({ shown: { from: 35 }, isLoading: false });
    expect(heard.mock.calls).toEqual([[7], [7]]);
    contexts.toggle(7, 40);
    expect(of(7)).toBeUndefined();
    contexts.toggle(7, 40);
    expect(asked.length).toBe(2);
  });

  test('grows in one direction, step by step, with one request at a time', async () => {
    const { contexts, asked, answer, of } = open();
    contexts.toggle(7, 100);
    contexts.widen(7, 'above');
    await answer(0, 100);
    contexts.widen(7, 'above');
    contexts.widen(7, 'above');
    expect(of(7)).toMatchObject({ shown: { from: 95 }, isLoading: true });
    await answer(1, 100);
    contexts.widen(7, 'above');
    await answer(2, 100);
    contexts.widen(7, 'above');
    contexts.widen(7, 'below');
    expect(asked.map(({ span }) => [span.above, span.below])).toEqual([
      [5, 5],
      [20, 5],
      [50, 5],
      [50, 20],
    ]);
  });

  test('that failed to load says why, keeps its lines and is retried with the same request', async () => {
    const { contexts, asked, answer, of } = open();
    contexts.toggle(7, 40);
    await answer(0, 40);
    contexts.widen(7, 'below');
    asked[1]?.answer({ ok: false, code: 'changed', error: 'The file has changed since this search.' });
    await Promise.resolve();
    expect(of(7)).toMatchObject({
      shown: { from: 35 },
      isLoading: false,
      error: 'The file has changed since this search.',
    });
    contexts.retry(7);
    expect(asked[2]?.span).toEqual({ above: 5, below: 20 });
    await answer(2, 40);
    expect(of(7)).toMatchObject({ error: null, isLoading: false });
  });

  test('is ordered by arrival, so that the latest context of a line can be shown', async () => {
    const { contexts, answer } = open();
    contexts.toggle(7, 40);
    contexts.toggle(8, 44);
    await answer(0, 40);
    await answer(1, 44);
    expect([...contexts.within(1, 9).keys()]).toEqual([7, 8]);
    contexts.widen(7, 'below');
    expect([...contexts.within(1, 9).keys()]).toEqual([7, 8]);
    await answer(2, 40);
    expect([...contexts.within(1, 9).keys()]).toEqual([8, 7]);
  });

  test('cancels its request when it is closed, or the view is', async () => {
    const { contexts, asked, answer, of } = open();
    contexts.toggle(7, 40);
    contexts.toggle(7, 40);
    expect(asked[0]?.signal.aborted).toBe(true);
    await answer(0, 40);
    expect(of(7)).toBeUndefined();
    contexts.toggle(7, 40);
    await answer(1, 40);
    contexts.widen(7, 'below');
    contexts.toggle(8, 90);
    contexts.close();
    expect([asked[2]?.signal.aborted, asked[3]?.signal.aborted]).toEqual([true, true]);
    expect(of(7)).toMatchObject({ shown: { from: 35 }, isLoading: false });
    expect(of(8)).toBeUndefined();
  });
});
