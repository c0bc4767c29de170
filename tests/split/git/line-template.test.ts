import { describe, expect, test } from 'vitest';
import { gitDayOf } from '#lib/split/git/git-date.ts';
import { highestVersion } from '#lib/split/git/highest-version.ts';
import { onelineTemplate, parseLineTemplate } from '#lib/split/git/line-template.ts';

const read = (format: string, line: string) => {
  const commit = parseLineTemplate(format)?.(line, 1);
  return commit && [commit.hash, commit.author, commit.day, commit.subject, commit.decoration];
};

describe('a format of a log', () => {
  test.each([
    [
      '%h|%an|%ad|%s',
      '1a2b3c4|Ada Lind|2025-06-01|fix: a | b',
      ['1a2b3c4', 'Ada Lind', '2025-06-01', 'fix: a | b', null],
    ],
    [
      '%an %ad %h %s',
      'Bo van Dam Mon Jul 7 16:54:23 2025 -0500 1a2b3c4 tidy',
      ['1a2b3c4', 'Bo van Dam', '2025-07-07', 'tidy', null],
    ],
    [
      '%C(yellow)%h%Creset %s%d',
      '1a2b3c4 tidy (see 3) (HEAD -> main)',
      ['1a2b3c4', null, null, 'tidy (see 3)', '(HEAD -> main)'],
    ],
    ['%h%x09%ct%x09%s', '1a2b3c4\t1735722000\tstart', ['1a2b3c4', null, '2025-01-01', 'start', null]],
    ['* %s (%h, %ar)%n%b', '* start (1a2b3c4, 3 weeks ago)', ['1a2b3c4', null, null, 'start', null]],
    ['%h %s', 'not a hash', null],
  ])('%s', (format, line, parts) => {
    expect(read(format, line)).toEqual(parts);
  });

  test('one line a commit tells its names', () => {
    expect(onelineTemplate('1a2b3c4 (tag: v1, main) release', 7)).toMatchObject({
      hash: '1a2b3c4',
      decoration: '(tag: v1, main)',
      subject: 'release',
      line: 7,
    });
  });
});

test('a day is read from every form of a date that tells one', () => {
  const forms = [
    '2025-07-07 16:54:23 -0500',
    'Mon Jul 7 16:54:23 2025 -0500',
    'Mon, 7 Jul 2025 16:54:23 -0500',
    '1751907263',
    '2 days ago',
  ];
  expect(forms.map(gitDayOf)).toEqual(['2025-07-07', '2025-07-07', '2025-07-07', '2025-07-07', null]);
});

test('the highest release is summarized by number, without those that come before it', () => {
  expect(highestVersion(['v1.9.0', 'v1.10.0', 'v2.0.0-rc.1', 'nightly'])).toBe('v1.10.0');
  expect(highestVersion(['main', 'v1.0.0'])).toBeNull();
});
