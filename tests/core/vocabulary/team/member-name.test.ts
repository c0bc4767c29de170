import { describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { isSameName, toMemberName, toUniqueName } from '#lib/core/vocabulary/team/member-name.ts';

describe('a member’s name', () => {
  test.each([
    ['Ada Lovelace', 'Ada Lovelace'],
    ['  Ada \t\n Lovelace ', 'Ada Lovelace'],
    ['Ａｄａ', 'Ada'],
    ['Ada\u202eecalevoL\u202c', 'AdaecalevoL'],
    ['\u200bA\u200cd\u200da\ufeff\u00ad', 'Ada'],
    ['A\u0000d\u001b[31ma\u009b', 'Ad[31ma'],
    ['Ada\u2028Admin\u2029', 'Ada Admin'],
    ['Ada\u{e0041}\u{e0042}\u2066\u2069\u061c', 'Ada'],
    ['Ada\ud800', 'Ada'],
    ['Jose\u200b\u0301', 'José'],
    ['José 漢字 Ø', 'José 漢字 Ø'],
    ['\u202e\u200b\u2800\u3164 ', ''],
  ])('normalizes %j to %j', (typed, kept) => {
    expect(toMemberName(typed)).toBe(kept);
    expect(toMemberName(kept)).toBe(kept);
  });

  test('is cut between characters if it is too long', () => {
    expect([...toMemberName('😀'.repeat(1_000))]).toHaveLength(limits.titleCharacters);
    expect(toMemberName('😀'.repeat(1_000)).isWellFormed()).toBe(true);
  });
});

describe('two member names', () => {
  test.each([
    ['Ada', 'ada'],
    ['Ada', 'Аdа'],
    ['Ada Lovelace', 'AdaLovelace'],
    ['Alice', 'AIice'],
    ['Alice', 'A1ice'],
    ['Bob', 'B0b'],
    ['Maria', 'Маria'],
    ['Monica', 'Ⅿonica'],
    ['Mara', 'rnara'],
    ['PAYPAL', 'РАΥРАL'],
    ['Νikos', 'Nikos'],
    ['Νίκος', 'νίκος'],
    ['Нина', 'нина'],
    ['Oscar', 'Օscar'],
    ['Dora', 'Ꭰora'],
  ])('%s and %s count as the same', (one, other) => {
    expect(isSameName(one, other)).toBe(true);
    expect(isSameName(other, one)).toBe(true);
  });

  test.each([
    ['Ada', 'Eda'],
    ['José', 'Jose'],
    ['Иван', 'Ivan'],
    ['Ada', 'Ada (2)'],
    ['Han', 'Van'],
    ['李', '王'],
  ])('%s and %s count as different', (one, other) => {
    expect(isSameName(one, other)).toBe(false);
  });

  test('that count as the same are distinguished by a number', () => {
    expect(toUniqueName('Ada', ['Bob'])).toBe('Ada');
    expect(toUniqueName('Ada', ['Bob', 'Аdа', 'ada (2)'])).toBe('Ada (3)');
  });
});
