import { z } from 'zod';
import { route } from '../../../../../../lib/http/route.ts';
import { undoWidening } from '../../../../../../lib/http/undo-widening.ts';

const params = z.object({ number: z.coerce.number().int().positive() });

export const POST = route({ params }, async ({ params: { number }, request, member, services }) => {
  await undoWidening({ services, request, member }, number);
  return new Response(null, { status: 204 });
});
