import { z } from 'zod';

/** What somebody can use whose search found nothing. */
export const nothingFoundSchema = z
  .object({
    /** How many they may read, all of which were searched. */
    conversations: z.int(),
    /** As many, or more if `isCut`. */
    artifacts: z.object({ count: z.int(), isCut: z.boolean() }),
    /** Other words that are near to theirs, and how many results they have; `null`: none are near. */
    spelling: z.object({ query: z.string(), total: z.int(), isCut: z.boolean() }).nullable(),
  })
  .meta({ id: 'NothingFound' });
export type NothingFound = z.infer<typeof nothingFoundSchema>;
