import { expect, test } from 'vitest';
import { approvalFor, resolveApprovals } from '#lib/core/vocabulary/tools/approval.ts';
import { toolNames } from '#lib/core/vocabulary/tools/tool-profiles.ts';

test('runs every tool without approval by default', () => {
  const approvals = resolveApprovals({}, {});
  expect(Object.keys(approvals)).toEqual([...toolNames]);
  expect(new Set(Object.values(approvals))).toEqual(new Set(['auto']));
});

test('an admin’s choice overrides the config’s entry for the tool, which overrides its `*`', () => {
  const configured = { '*': 'ask', execute_code: 'deny', read_file: 'auto' } as const;
  const approvals = resolveApprovals({ execute_code: 'ask_admins', edit_file: 'auto' }, configured);
  expect(approvals).toMatchObject({
    execute_code: 'ask_admins',
    edit_file: 'auto',
    read_file: 'auto',
    create_file: 'ask',
  });
  expect(resolveApprovals({}, configured).execute_code).toBe('deny');
});

test('an admin may choose the config’s own policy or a less strict one', () => {
  expect(resolveApprovals({ read_file: 'auto' }, { '*': 'deny' }).read_file).toBe('auto');
  expect(resolveApprovals({ read_file: 'ask' }, { read_file: 'ask' }).read_file).toBe('ask');
});

test('an unknown tool name needs no approval: the call itself reports the error', () => {
  const approvals = resolveApprovals({}, { '*': 'deny' });
  expect(approvalFor(approvals, 'read_file')).toBe('deny');
  for (const name of ['bash', 'toString', '__proto__', '*', ''])
    expect(approvalFor(approvals, name)).toBe('auto');
});

test('the longest pattern of the config decides', () => {
  const configured = { '*': 'ask', 'run_*': 'deny', 'run_pty*': 'ask_admins' } as const;
  const approvals = resolveApprovals({}, configured);
  expect(approvals).toMatchObject({ read_file: 'ask', run_and_display: 'deny', run_pty_cmd: 'ask_admins' });
});
