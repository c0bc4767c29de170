import type { EphemeralEvent } from '#lib/core/vocabulary/events.ts';
import type { Appended } from './stores.ts';

/** Of live feedback that is appended together. */
export const whatIsIn = (events: readonly EphemeralEvent[]): Appended =>
  events.every(({ type }) => type === 'assistant.message_delta' || type === 'assistant.reasoning_delta')
    ? 'words'
    : 'anything';
