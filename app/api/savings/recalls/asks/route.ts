import { readRecallAsks } from '@vitrine/lib/http/read-recall-asks.ts';
import { route } from '@vitrine/lib/http/route.ts';
import { z } from 'zod';

const query = z.strictObject({
  /** Tool and summarizer: `read_file/source`. */
  kind: z
    .string()
    .max(300)
    .regex(/^[^/]+\//),
});

/** What brought the model back to views of a kind. */
export const GET = route({ query }, async ({ query: { kind }, member, services }) =>
  Response.json(await readRecallAsks(services, member, kind), { headers: { 'Cache-Control': 'no-store' } }),
);
