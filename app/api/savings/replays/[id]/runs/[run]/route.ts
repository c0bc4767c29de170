import { notFound } from '@vitrine/lib/core/errors.ts';
import { idSchema } from '@vitrine/lib/core/ids.ts';
import type { SplitSide } from '@vitrine/lib/core/replay.ts';
import { requireReplay } from '@vitrine/lib/http/replays.ts';
import { route } from '@vitrine/lib/http/route.ts';
import { z } from 'zod';

const params = z.object({ id: idSchema, run: z.string().regex(/^[a-z0-9-]{1,64}\.(on|off)$/) });

/** A raw run as a file: the log, the model calls with their usage, the ledger and the figures. */
export const GET = route({ params }, async ({ params: { id, run }, member, services }) => {
  await requireReplay(services, member, id);
  const [task = '', split] = run.split('.');
  const text = await services.replays.readRun(id, task, split as SplitSide);
  if (text === null) throw notFound();
  return new Response(text, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="${id}-${run}.json"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
});
