import { describe, expect, test } from 'vitest';
import { type Act, may, type RightsSubject } from '#lib/core/vocabulary/rights.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';

const person = (id: string, role: Member['role'] = 'member'): Member => ({ id, name: id, role });
const people = {
  nobody: null,
  stranger: person('stranger'),
  named: person('named'),
  author: person('author'),
  admin: person('admin', 'admin'),
  namedAdmin: person('namedAdmin', 'admin'),
};
type Who = keyof typeof people;

const workspace = 'project';
const createdBy = { id: 'author', name: 'author' };
const subjects = {
  team: { kind: 'team' },
  open: { kind: 'conversation', conversation: { createdBy, audience: 'team', workspace } },
  closed: { kind: 'conversation', conversation: { createdBy, audience: ['named', 'namedAdmin'], workspace } },
  alone: { kind: 'conversation', conversation: { createdBy, audience: [], workspace } },
  workspace: { kind: 'workspace', name: workspace },
  teamShare: { kind: 'share', share: { createdBy, audience: 'team' } },
  linkShare: { kind: 'share', share: { createdBy, audience: 'link' } },
} satisfies Record<string, RightsSubject>;

const team: Who[] = ['stranger', 'named', 'author', 'admin', 'namedAdmin'];
const admins: Who[] = ['admin', 'namedAdmin'];
/** The people who hold the right; everybody else does not. */
const allowed: Record<keyof typeof subjects, Record<Act, Who[]>> = {
  team: { read: team, write: admins, manage: admins },
  open: { read: team, write: team, manage: ['author', ...admins] },
  closed: {
    read: ['named', 'author', 'namedAdmin'],
    write: ['named', 'author', 'namedAdmin'],
    manage: ['author', 'namedAdmin'],
  },
  alone: { read: ['author'], write: ['author'], manage: ['author'] },
  workspace: { read: team, write: team, manage: admins },
  teamShare: { read: team, write: ['author', ...admins], manage: ['author', ...admins] },
  linkShare: { read: ['nobody', ...team], write: ['author', ...admins], manage: ['author', ...admins] },
};

describe.each(Object.keys(subjects) as (keyof typeof subjects)[])('in "%s"', (subject) => {
  test.each(['read', 'write', 'manage'] as const)('only the listed people may %s', (act) => {
    const found = (Object.keys(people) as Who[]).filter((who) => may(people[who], act, subjects[subject]));
    expect(found.sort()).toEqual([...allowed[subject][act]].sort());
  });
});

test('managing includes writing, and writing includes reading', () => {
  for (const member of Object.values(people))
    for (const subject of Object.values(subjects)) {
      if (may(member, 'manage', subject)) expect(may(member, 'write', subject)).toBe(true);
      if (may(member, 'write', subject)) expect(may(member, 'read', subject)).toBe(true);
    }
});

test('a name or role inside somebody’s ID grants no right', () => {
  for (const id of ['admin', 'team', '', '*', 'named,'])
    expect(may(person(id), 'read', subjects.closed), id).toBe(false);
});

describe('a workspace that is closed', () => {
  const closed = (use: string[], run: string[]) => ({ ...person('author', 'admin'), closed: { use, run } });

  test('to somebody shows them nothing of it, not even what they began there; others are as before', () => {
    const author = closed([workspace], []);
    for (const subject of ['open', 'closed', 'alone', 'workspace'] as const) {
      expect(may(author, 'read', subjects[subject]), subject).toBe(false);
      expect(may(author, 'write', subjects[subject]), subject).toBe(false);
    }
    const elsewhere = { ...subjects.open.conversation, workspace: 'other' };
    expect(may(author, 'write', { kind: 'conversation', conversation: elsewhere })).toBe(true);
    // Whoever admits others can admit themselves.
    expect(may(author, 'manage', subjects.workspace)).toBe(true);
  });

  test('for commands alone is read and written in as before', () => {
    const author = closed([], [workspace]);
    expect(may(author, 'write', subjects.open)).toBe(true);
    expect(may(author, 'read', subjects.workspace)).toBe(true);
    expect(may(author, 'write', subjects.workspace)).toBe(false);
  });
});
