import { notFound } from '@vitrine/lib/core/errors.ts';
import { openShare, toOpenedShare } from '@vitrine/lib/http/read-share.ts';
import { openRoute } from '@vitrine/lib/http/route.ts';
import { z } from 'zod';

const params = z.object({ id: z.string() });

/** A view of the share behind a token (the path's `id`), counted: the script of its page asks for it, a preview of the link does not. */
export const POST = openRoute({ params }, async ({ request, params: { id: token }, member, services }) => {
  const found = await openShare(services, request, member, token);
  if (found === null) throw notFound();
  return Response.json(toOpenedShare(found));
});
