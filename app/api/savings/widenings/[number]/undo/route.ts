import { route } from '@vitrine/lib/http/route.ts';
import { undoWidening } from '@vitrine/lib/http/undo-widening.ts';
import { z } from 'zod';

const params = z.object({ number: z.coerce.number().int().positive() });

export const POST = route({ params }, async ({ params: { number }, request, member, services }) => {
  await undoWidening({ services, request, member }, number);
  return new Response(null, { status: 204 });
});
