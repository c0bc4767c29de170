import { expect, test } from 'vitest';
import {
  chosenApprovals,
  chosenSettingsSchema,
  settingsChangeSchema,
  toChosenSettings,
} from '#lib/core/vocabulary/team/team-settings.ts';

test('a settings change contains only known settings with valid values', () => {
  const accepts = (change: unknown) => settingsChangeSchema.safeParse(change).success;
  for (const change of [
    {},
    { linkShares: false },
    { approvals: {} },
    { approvals: { read_file: 'ask', execute_code: 'deny' }, linkShares: true },
  ])
    expect(accepts(change), JSON.stringify(change)).toBe(true);
  for (const change of [
    null,
    [],
    { linkShares: 'on' },
    { admin: true },
    { approvals: null },
    { approvals: [] },
    { approvals: 'ask' },
    { approvals: { bash: 'ask' } },
    { approvals: { '*': 'ask' } },
    { approvals: { read_file: 'always' } },
    { approvals: { read_file: null } },
    { approvals: { read_file: ['ask'] } },
  ])
    expect(accepts(change), JSON.stringify(change)).toBe(false);
  const { approvals } = settingsChangeSchema.parse(JSON.parse('{"approvals": {"__proto__": "ask"}}'));
  expect(Reflect.ownKeys(approvals ?? {})).toEqual([]);
});

test('each tool policy is stored under its own key and read back by its tool', () => {
  const stored = toChosenSettings({
    linkShares: true,
    approvals: { read_file: 'ask', execute_code: 'deny' },
  });
  expect(stored).toEqual({
    linkShares: true,
    'approval.read_file': 'ask',
    'approval.execute_code': 'deny',
  });
  expect(chosenApprovals(stored)).toEqual({ read_file: 'ask', execute_code: 'deny' });
});

test('settings that were not chosen are neither stored nor returned', () => {
  for (const change of [{}, { approvals: {} }]) expect(toChosenSettings(change)).toEqual({});
  expect(toChosenSettings({ linkShares: false })).toEqual({ linkShares: false });
  expect(chosenApprovals({ linkShares: true })).toEqual({});
});

test('stored settings of removed tools are ignored, and unknown policies are rejected', () => {
  expect(chosenSettingsSchema.parse({ 'approval.gone': 'ask', linkShares: true })).toEqual({
    linkShares: true,
  });
  expect(chosenSettingsSchema.safeParse({ 'approval.read_file': 'always' }).success).toBe(false);
  const budgets = { 'budget.team.day.tokens': 10, 'budget.team.year.tokens': 10, 'budget.gone': null };
  expect(chosenSettingsSchema.parse(budgets)).toEqual({ 'budget.team.day.tokens': 10 });
  expect(chosenSettingsSchema.safeParse({ 'budget.team.day.tokens': -1 }).success).toBe(false);
});
