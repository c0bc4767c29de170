import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { auditSearch } from '#components/team/audit-choice.ts';
import { AuditFilterForm } from '#components/team/audit-filter-form.tsx';
import { AuditTable } from '#components/team/audit-table.tsx';
import { auditWords } from '#components/team/audit-words.ts';
import { JoinPage } from '#components/team/join-page.tsx';
import { MembersTable } from '#components/team/members-table.tsx';
import { SignInPage } from '#components/team/sign-in-page.tsx';
import { teamMemberOf } from '#lib/core/api/member-view.ts';
import { auditActions } from '#lib/core/vocabulary/team/audit.ts';
import type { Member, MemberRecord } from '#lib/core/vocabulary/team/member.ts';

const at = '2026-11-22T10:00:00.000Z';
const record = (id: string, name: string, remaining: Partial<MemberRecord> = {}): MemberRecord => ({
  id,
  name,
  email: `${id}@example.org`,
  role: 'member',
  createdAt: at,
  lastSeenAt: at,
  removedAt: null,
  epoch: 1,
  ...remaining,
});
const ada: Member = { id: 'mem_ada', name: 'Ada', role: 'admin' };
const bo: Member = { id: 'mem_bo', name: 'Bo', role: 'member' };
const team = [
  record('mem_ada', 'Ada', { role: 'admin' }),
  record('mem_bo', 'Bo'),
  record('mem_cy', 'Cy', { removedAt: at }),
];

const signIn = (props: Partial<Parameters<typeof SignInPage>[0]>) =>
  renderToStaticMarkup(createElement(SignInPage, { next: '/', fault: null, hasProvider: true, ...props }));

test('signing in is a plain link that contains the page to return to', () => {
  expect(signIn({ next: '/c/conv_a?b=1' })).toContain('href="/api/auth/sign-in?next=%2Fc%2Fconv_a%3Fb%3D1"');
});

test('without a provider the sign-in page says that an invite link is needed, and has no button', () => {
  const markup = signIn({ hasProvider: false });
  expect(markup).toContain('invite link');
  expect(markup).not.toContain('/api/auth/sign-in');
});

test('each known sign-in error is explained in words, and an invented error code in the URL shows nothing', () => {
  for (const fault of ['provider', 'expired', 'refused']) expect(signIn({ fault })).toContain('role="alert"');
  for (const fault of [null, 'x', '__proto__', '<b>hm</b>']) {
    expect(signIn({ fault })).not.toContain('role="alert"');
  }
});

const join = (props: Partial<Parameters<typeof JoinPage>[0]>) =>
  renderToStaticMarkup(
    createElement(JoinPage, {
      token: 'T',
      invite: { role: 'admin', by: 'Ada', wanted: null },
      signedInAs: null,
      hasProvider: false,
      ...props,
    }),
  );

test('somebody with an invite enters a name if there is no provider', () => {
  const markup = join({});
  expect(markup).toContain('Ada invited you as an admin.');
  expect(markup).toContain('Your name');
});

test('somebody who is not signed in but could be signs in first, and returns to the invite', () => {
  const markup = join({ hasProvider: true });
  expect(markup).toContain('href="/api/auth/sign-in?next=%2Fjoin%2FT"');
  expect(markup).not.toContain('Your name');
});

test('a signed-in person is told whom they join as, and can sign out first', () => {
  const markup = join({ signedInAs: 'Bo' });
  for (const words of ['Join as Bo', 'Sign out first', 'signed in as <b>Bo</b>'])
    expect(markup).toContain(words);
});

test('an invite for one member names them, and asks for no name', () => {
  const markup = join({ invite: { role: 'member', by: 'Ada', wanted: 'Cy' } });
  expect(markup).toContain('Sign in as Cy');
  expect(markup).not.toContain('Your name');
});

const members = (me: Member, hasLinks = true) =>
  renderToStaticMarkup(
    createElement(MembersTable, { me, members: teamMemberOf(team, me), hasLinks, onChanged: vi.fn() }),
  );

test('an admin sees all current and former members, with their addresses and the actions on them', () => {
  const markup = members(ada);
  for (const words of ['mem_bo@example.org', 'Removed', 'Sessions of Bo', 'More: Cy', 'You']) {
    expect(markup).toContain(words);
  }
  expect(markup).not.toContain('Sessions of Cy');
});

test('a member sees names and roles of current members, and only their own sessions', () => {
  const markup = members(bo);
  for (const words of ['Ada', 'Admin', 'Sessions of Bo']) expect(markup).toContain(words);
  for (const words of ['Cy', '@example.org', 'Sessions of Ada', 'More:']) expect(markup).not.toContain(words);
});

test('a line of the audit log says who did what to whom, as text', () => {
  const markup = renderToStaticMarkup(
    createElement(AuditTable, {
      entries: [
        {
          id: '1',
          timestamp: at,
          action: 'member.role_changed',
          by: { id: 'mem_ada', name: 'Ada' },
          subject: { id: 'mem_bo', name: '<i>Bo</i>' },
          detail: 'member to admin',
          network: '192.0.2.0/24',
        },
        {
          id: '0',
          timestamp: at,
          action: 'member.sign_in_failed',
          by: null,
          subject: null,
          detail: '',
          network: null,
        },
      ],
    }),
  );
  for (const words of ['Role changed', '&lt;i&gt;Bo&lt;/i&gt;', 'member to admin', 'not signed in']) {
    expect(markup).toContain(words);
  }
});

test('the filter offers every action, and keeps its selection', () => {
  expect(Object.keys(auditWords).sort()).toEqual([...auditActions].sort());
  const choice = { action: 'share.viewed', by: 'mem_bo', from: '2026-11-01', to: '' };
  const markup = renderToStaticMarkup(createElement(AuditFilterForm, { choice, people: [bo] }));
  expect(markup).toContain('<option value="share.viewed" selected="">Share viewed</option>');
  expect(markup).toContain('<option value="mem_bo" selected="">Bo</option>');
  expect(auditSearch(choice, { format: 'csv' })).toBe(
    '?action=share.viewed&by=mem_bo&from=2026-11-01&format=csv',
  );
  expect(auditSearch({ action: '', by: '', from: '', to: '' })).toBe('');
});
