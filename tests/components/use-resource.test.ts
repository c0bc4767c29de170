import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { RequestError } from '#components/ui/request-error.ts';
import { readResource, useResource } from '#components/ui/use-resource.ts';

const answer = (status: number, body: unknown) =>
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }));
afterEach(() => vi.unstubAllGlobals());

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
});
