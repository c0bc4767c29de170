import { setTimeout } from 'node:timers/promises';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readResource } from '#components/ui/read-resource.ts';
import { addReader } from '#components/ui/read-shared.ts';
import { RequestError } from '#components/ui/request-error.ts';
import { useResource } from '#components/ui/use-resource.ts';

const answer = (status: number, body: unknown) =>
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }));
afterEach(() => vi.unstubAllGlobals());

let respond: (index: number, body: unknown) => void;

/** Requests wait for `respond`, or until they are aborted. @returns their signals */
function holdRequests(): AbortSignal[] {
  const signals: AbortSignal[] = [];
  const waiting: PromiseWithResolvers<Response>[] = [];
  respond = (index, body) => waiting[index]?.resolve(new Response(JSON.stringify(body)));
  vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
    const request = Promise.withResolvers<Response>();
    signal.addEventListener('abort', () => request.reject(signal.reason));
    signals.push(signal);
    waiting.push(request);
    return request.promise;
  });
  return signals;
}

describe('a JSON answer of the server', () => {
  test('is its value, or an error with the server’s words and code', async () => {
    answer(200, { rows: [1] });
    expect(await readResource('/api/x')).toEqual({ rows: [1] });
    answer(404, { error: 'Nothing is there', code: 'not_found' });
    const error = await readResource('/api/x').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RequestError);
    expect((error as RequestError).failure).toEqual({
      ok: false,
      error: 'Nothing is there',
      code: 'not_found',
    });
  });

  test('is not requested while the server renders', () => {
    const request = vi.fn();
    vi.stubGlobal('fetch', request);
    const Shown = () => createElement('p', null, JSON.stringify(useResource('/api/x').value));
    expect(renderToStaticMarkup(createElement(Shown))).toBe('<p>null</p>');
    expect(request).not.toHaveBeenCalled();
  });

  test('is that of the latest request of its URL: the one before is aborted, and answers the same', async () => {
    const signals = holdRequests();
    const first = readResource('/api/x');
    const second = readResource('/api/x');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    respond(1, { rows: [2] });
    expect(await Promise.all([first, second])).toEqual([{ rows: [2] }, { rows: [2] }]);
  });

  test('is aborted when its last reader leaves, and not when another takes over', async () => {
    const signals = holdRequests();
    const removeFirst = addReader('/api/x');
    const pending = readResource('/api/x').catch((error: RequestError) => error.failure.code);
    removeFirst();
    const removeSecond = addReader('/api/x');
    await setTimeout(5);
    expect(signals[0]?.aborted).toBe(false);
    removeSecond();
    expect(await pending).toBe('aborted');
  });

  test('is not requested at all when its last reader left before its turn', async () => {
    const signals = holdRequests();
    const turn = Promise.withResolvers<void>();
    const removeReader = addReader('/api/x');
    const pending = readResource('/api/x', (send) => turn.promise.then(send)).catch(
      (error: RequestError) => error.failure.code,
    );
    removeReader();
    await setTimeout(5);
    turn.resolve();
    expect(await pending).toBe('aborted');
    expect(signals).toEqual([]);
  });
});
