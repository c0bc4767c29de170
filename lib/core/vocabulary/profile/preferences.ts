import { z } from 'zod';
import { type NotificationKind, notificationKinds } from '../notifications/notification.ts';
import type { ReadingPreferences } from '../reading-preferences.ts';
import { dateLocales } from './date-locales.ts';
import { themes } from './theme.ts';

const readingSchema: z.ZodType<ReadingPreferences> = z.strictObject({
  isSourceFirst: z.boolean(),
  isPlain: z.boolean(),
  isWrapped: z.boolean(),
  isCompact: z.boolean(),
  isSplit: z.boolean(),
  isRaw: z.boolean(),
  isUnlinked: z.boolean(),
  isKeyless: z.boolean(),
});

const channels = z.strictObject({
  push: z.boolean().describe('By the browsers that were allowed to, also while no page is open'),
  sound: z.boolean().describe('By an open page'),
});

/** How a member is notified, of what. */
export const notificationPreferencesSchema = z.strictObject({
  kinds: z.strictObject({ mention: channels, approval: channels, run_ended: channels }),
  withText: z.boolean().describe('Whether a notification shows what was written'),
});
export type NotificationPreferences = z.infer<typeof notificationPreferencesSchema>;

/** What a member chose for themselves; each is absent until they did. */
export const preferencesSchema = z
  .strictObject({
    theme: z.enum(themes),
    reading: readingSchema,
    dates: z.enum(dateLocales).describe('The locale of dates and times'),
    notifications: notificationPreferencesSchema,
  })
  .partial();
export type Preferences = z.infer<typeof preferencesSchema>;

/** Until a member chooses: what asks for them by push, once a browser is allowed to; nothing by sound. */
export const standardNotifications: NotificationPreferences = {
  kinds: Object.fromEntries(notificationKinds.map((kind) => [kind, { push: true, sound: false }])) as Record<
    NotificationKind,
    { push: boolean; sound: boolean }
  >,
  withText: false,
};
