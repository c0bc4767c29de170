import { expect, test } from 'vitest';
import {
  parsePreferences,
  preferencesChangeSchema,
  preferencesSchema,
  standardNotifications,
  toStoredPreferences,
} from '#lib/core/vocabulary/profile/preferences.ts';
import { parseReading } from '#lib/core/vocabulary/reading-preferences.ts';

test('whoever has chosen nothing is notified by push and hears nothing; how pages look is left open', () => {
  expect(parsePreferences({})).toEqual({ notifications: standardNotifications });
  expect(standardNotifications).toEqual({
    kinds: {
      mention: { push: true, sound: false },
      approval: { push: true, sound: false },
      run_ended: { push: true, sound: false },
    },
    withText: false,
  });
});

test('what was chosen comes back, each by itself', () => {
  const change = preferencesChangeSchema.parse({
    theme: 'dark',
    dates: 'sv-SE',
    reading: { isWrapped: true },
    notifications: { withText: true, kinds: { approval: { sound: true } } },
  });
  const stored = toStoredPreferences(change);
  expect(stored).toEqual({
    theme: 'dark',
    dates: 'sv-SE',
    'reading.isWrapped': true,
    'notifications.withText': true,
    'notifications.approval.sound': true,
  });
  const read = parsePreferences({ ...stored, ...toStoredPreferences({ reading: { isPlain: true } }) });
  expect(read).toMatchObject({ theme: 'dark', dates: 'sv-SE', reading: parseReading('wrap plain') });
  expect(read.notifications.kinds.approval).toEqual({ push: true, sound: true });
  expect(preferencesSchema.parse(read)).toEqual(read);
});

test('what a later or an earlier version stored, or nonsense, spoils nothing else', () => {
  const stored = {
    theme: 'sepia',
    dates: '__proto__',
    'reading.isPlain': true,
    'reading.isUpsideDown': true,
    'reading.isWrapped': 'yes',
    'notifications.comet.push': true,
    'notifications.mention.push': false,
  };
  const read = parsePreferences(stored);
  expect(read).toEqual({
    reading: parseReading('plain'),
    notifications: {
      ...standardNotifications,
      kinds: { ...standardNotifications.kinds, mention: { push: false, sound: false } },
    },
  });
});

test.each([{ theme: 'sepia' }, { reading: { isPlain: 1 } }, { dates: 'xx' }, { other: true }])(
  'a change to %j is refused',
  (change) => {
    expect(preferencesChangeSchema.safeParse(change).success).toBe(false);
  },
);
