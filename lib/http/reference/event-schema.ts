import { z } from 'zod';
import { durableEventSchema, ephemeralEventSchema } from '#lib/core/vocabulary/events.ts';
import { version } from '#lib/core/vocabulary/version.ts';

/** The events of a conversation as JSON Schema 2020-12: what `data:` of a stream of one conversation is. */
export const eventJsonSchema = (): object => ({
  ...z.toJSONSchema(z.union([durableEventSchema, ephemeralEventSchema]), { io: 'output' }),
  title: 'An event of a Vitrine conversation',
  version,
});
