import { readRecalls } from '@vitrine/lib/http/read-recalls.ts';
import { route } from '@vitrine/lib/http/route.ts';

/** How often the model comes back, by kind of view, and what is done about it. */
export const GET = route({}, async ({ services }) =>
  Response.json(await readRecalls(services), { headers: { 'Cache-Control': 'no-store' } }),
);
