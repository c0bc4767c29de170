import { z } from 'zod';
import type { Retention } from './retention.ts';

const days = z.int().min(1).max(3_650).nullable();

/** As admins change it. */
export const retentionShape = {
  conversationDays: days.describe(
    'Conversations that nobody has changed for so many days are deleted; null: never',
  ),
  keptDays: days.describe(
    'Results that somebody keeps end so many days after they were made; null: when they are released',
  ),
  auditDays: days.describe(
    'Entries of the audit log are deleted after so many days; null: only the oldest of 100,000 are',
  ),
} satisfies Record<keyof Retention, z.ZodType>;

/** As it is stored. */
export const chosenRetentionShape = {
  conversationDays: z.number().nullable(),
  keptDays: z.number().nullable(),
  auditDays: z.number().nullable(),
};
