import { z } from 'zod';
import { notificationKinds } from '../notifications/notification.ts';
import { parseReading, type ReadingPreferences } from '../reading-preferences.ts';
import { dateLocales } from './date-locales.ts';
import { themes } from './theme.ts';

const readingSchema = z.strictObject({
  isSourceFirst: z.boolean(),
  isPlain: z.boolean(),
  isWrapped: z.boolean(),
  isCompact: z.boolean(),
  isSplit: z.boolean(),
  isRaw: z.boolean(),
  isUnlinked: z.boolean(),
  isKeyless: z.boolean(),
} satisfies Record<keyof ReadingPreferences, z.ZodType>);

const channelsSchema = z.strictObject({
  push: z.boolean().describe('By the browsers that were allowed to, also while no page is open'),
  sound: z.boolean().describe('By an open page'),
});
const kindsSchema = z.strictObject({
  mention: channelsSchema,
  approval: channelsSchema,
  run_ended: channelsSchema,
});

/** How a member is notified, of what. */
export interface NotificationPreferences {
  kinds: z.infer<typeof kindsSchema>;
  /** Whether a notification shows what was written. */
  withText: boolean;
}

/** What a member chose for themselves; `theme`, `reading` and `dates` are absent until they did. */
export interface Preferences {
  theme?: (typeof themes)[number];
  reading?: ReadingPreferences;
  /** The locale of dates and times. */
  dates?: (typeof dateLocales)[number];
  notifications: NotificationPreferences;
}

const changedChannels = channelsSchema.partial();

/** Only what changes. */
export const preferencesChangeSchema = z
  .strictObject({
    theme: z.enum(themes),
    reading: readingSchema.partial(),
    dates: z.enum(dateLocales).describe('The locale of dates and times'),
    notifications: z
      .strictObject({
        kinds: z
          .strictObject({ mention: changedChannels, approval: changedChannels, run_ended: changedChannels })
          .partial(),
        withText: z.boolean().describe('Whether a notification shows what was written'),
      })
      .partial(),
  })
  .partial();
export type PreferencesChange = z.infer<typeof preferencesChangeSchema>;

export const preferencesSchema = z.object({
  theme: z.enum(themes).optional(),
  reading: readingSchema.optional(),
  dates: z.enum(dateLocales).optional(),
  notifications: z.object({ kinds: kindsSchema, withText: z.boolean() }),
});

/** Each preference under a name of its own, such as `reading.isWrapped`: concurrent changes of different ones all count. */
export type StoredPreferences = Readonly<Record<string, boolean | string>>;

export function toStoredPreferences({
  theme,
  reading = {},
  dates,
  notifications = {},
}: PreferencesChange): StoredPreferences {
  const { kinds = {}, withText } = notifications;
  const entries: [string, boolean | string | undefined][] = [
    ['theme', theme],
    ['dates', dates],
    ['notifications.withText', withText],
    ...Object.entries(reading).map(([name, value]): [string, boolean | undefined] => [
      `reading.${name}`,
      value,
    ]),
    ...Object.entries(kinds).flatMap(([kind, channels]) =>
      Object.entries(channels ?? {}).map(([channel, value]): [string, boolean | undefined] => [
        `notifications.${kind}.${channel}`,
        value,
      ]),
    ),
  ];
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as StoredPreferences;
}

/**
 * Reads what any version has stored: what this one does not know is left out, and what it misses is as if it had not been
 * chosen.
 */
export function parsePreferences(stored: StoredPreferences): Preferences {
  const has = (name: string, fallback: boolean): boolean => {
    const value = Object.hasOwn(stored, name) ? stored[name] : undefined;
    return typeof value === 'boolean' ? value : fallback;
  };
  const theme = themes.find((one) => one === stored.theme);
  const dates = dateLocales.find((one) => one === stored.dates);
  const reading = Object.keys(stored).some((name) => name.startsWith('reading.'))
    ? (Object.fromEntries(
        Object.entries(parseReading('')).map(([name, off]) => [name, has(`reading.${name}`, off)]),
      ) as unknown as ReadingPreferences)
    : undefined;
  const kinds = Object.fromEntries(
    notificationKinds.map((kind) => [
      kind,
      {
        // Once a browser is allowed to, it shows what asks for them; there is no sound unasked.
        push: has(`notifications.${kind}.push`, true),
        sound: has(`notifications.${kind}.sound`, false),
      },
    ]),
  ) as NotificationPreferences['kinds'];
  return {
    ...(theme ? { theme } : {}),
    ...(dates ? { dates } : {}),
    ...(reading ? { reading } : {}),
    notifications: { kinds, withText: has('notifications.withText', false) },
  };
}

/** Until a member chooses. */
export const standardNotifications: NotificationPreferences = parsePreferences({}).notifications;
