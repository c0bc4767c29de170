import { z } from 'zod';
import { lifetimeRange } from '../core/vocabulary/lifetime.ts';
import { resultKinds } from './result-kind.ts';

const optionsSchema = z.object({
  level: z.enum(['minimal', 'balanced', 'conservative']),
  conversationId: z.string().min(1).optional(),
  ttlSeconds: z.int().min(lifetimeRange.min).max(lifetimeRange.max).nullable(),
  kinds: z.record(z.string(), z.enum(resultKinds).optional()),
});

/** @throws TypeError a program in JavaScript can pass anything */
export function checkOptions(options: unknown): void {
  const checked = optionsSchema.safeParse(options);
  if (!checked.success) throw new TypeError(z.prettifyError(checked.error));
}
