import { describe, expect, test } from 'vitest';
import { checkOrigin } from '#lib/http/same-site.ts';

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

describe('a write request', () => {
  test('is accepted from our own page, and from no other origin', () => {
    expect(ask({ Origin: 'http://127.0.0.1' })).toBe('taken');
    for (const Origin of ['https://127.0.0.1', 'http://evil.example', 'null', ''])
      expect(ask({ Origin }), Origin).toBe('forbidden_origin');
    expect(ask({})).toBe('forbidden_origin');
  });

  test.each(['Bearer x', 'Bearer ', 'Bearer', `Basic ${metricsToken}`, `Bearer ${metricsToken}x`])(
    'from another origin is rejected even with the header %j, which is not our token',
    (authorization) => {
      expect(ask({ authorization, Origin: 'http://evil.example' })).toBe('forbidden_origin');
      expect(ask({ authorization }, null)).toBe('forbidden_origin');
    },
  );

  test('is accepted with a token of ours', () => {
    expect(ask({ authorization: `Bearer ${metricsToken}` })).toBe('taken');
  });
});
