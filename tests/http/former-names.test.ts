import { describe, expect, test } from 'vitest';
import { withFormerNames } from '#lib/http/former-names.ts';

describe('names of before', () => {
  test('stand beside those of now, at any depth, and nothing else changes', () => {
    const answer = { list: [{ status: 'added', line: 1 }, null], status: null, text: 'status' };
    expect(withFormerNames(answer, { status: 'fate' })).toEqual({
      list: [{ status: 'added', fate: 'added', line: 1 }, null],
      status: null,
      fate: null,
      text: 'status',
    });
  });
});
