/**
 * Stands for the end of a conversation, which nobody knows yet: later than any other expiry. Unlike what somebody
 * keeps (`null`), the bytes may be evicted to make room.
 */
export const conversationEnd = '9999-12-31T23:59:59.999Z';

/** How long results may last, in seconds. */
export const lifetimeRange = { min: 1, max: 365 * 86_400 } as const;

/**
 * When a result expires (ISO 8601).
 * @param lifetimeSeconds from its making; `null`: as long as its conversation
 */
export const expiryAfter = (madeMs: number, lifetimeSeconds: number | null): string =>
  lifetimeSeconds === null ? conversationEnd : new Date(madeMs + lifetimeSeconds * 1_000).toISOString();

const units = [
  { seconds: 86_400, name: 'day' },
  { seconds: 3_600, name: 'hour' },
  { seconds: 60, name: 'minute' },
  { seconds: 1, name: 'second' },
] as const;

/** `30 minutes`, `7 days`, `as long as the conversation`. */
export function formatLifetime(lifetimeSeconds: number | null): string {
  if (lifetimeSeconds === null) return 'as long as the conversation';
  const unit = units.find(({ seconds }) => lifetimeSeconds % seconds === 0) ?? units[3];
  const count = lifetimeSeconds / unit.seconds;
  return `${count.toLocaleString('en-US')} ${unit.name}${count === 1 ? '' : 's'}`;
}
