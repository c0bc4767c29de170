import { describe, expect, test } from 'vitest';
import { checkOrigin } from '../../lib/http/same-site.ts';

const metricsToken = 'm'.repeat(40);
const ask = (headers: Record<string, string>, token: string | null = metricsToken) => {
  const request = new Request('http://127.0.0.1/api/x', {
    method: 'POST',
    headers: { Host: '127.0.0.1', ...headers },
  });
  try {
    checkOrigin(request, { baseUrl: null, metricsToken: token });
    return 'taken';
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

describe('a write', () => {
  test('is taken from our own page, and from nowhere else', () => {
    expect(ask({ Origin: 'http://127.0.0.1' })).toBe('taken');
    for (const Origin of ['https://127.0.0.1', 'http://evil.example', 'null', ''])
      expect(ask({ Origin }), Origin).toBe('forbidden_origin');
    expect(ask({})).toBe('forbidden_origin');
  });

  test.each(['Bearer x', 'Bearer ', 'Bearer', `Basic ${metricsToken}`, `Bearer ${metricsToken}x`])(
    'from elsewhere is refused with the header %j, in which no token of ours is',
    (authorization) => {
      expect(ask({ authorization, Origin: 'http://evil.example' })).toBe('forbidden_origin');
      expect(ask({ authorization }, null)).toBe('forbidden_origin');
    },
  );

  test('is taken from whoever shows a token of ours', () => {
    expect(ask({ authorization: `Bearer ${metricsToken}` })).toBe('taken');
  });
});
