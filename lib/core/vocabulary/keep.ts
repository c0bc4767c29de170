import { z } from 'zod';
import { limits } from '../limits.ts';

/** `null`: kept until it is removed. */
export const keepRequestSchema = z.strictObject({ ttlSeconds: z.literal(limits.keepSeconds).nullable() });
export type KeepRequest = z.infer<typeof keepRequestSchema>;

/** The later of two expiries (ISO 8601); `null` means never. */
export const laterExpiry = (one: string | null, other: string | null): string | null =>
  one === null || other === null ? null : Date.parse(one) >= Date.parse(other) ? one : other;

/** The sooner of an expiry and an instant (ISO 8601); `null` means never. */
export const soonerExpiry = (one: string | null, other: string): string =>
  one !== null && Date.parse(one) <= Date.parse(other) ? one : other;
