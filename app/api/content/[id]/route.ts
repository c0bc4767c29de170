import { notFound } from '@vitrine/lib/core/errors.ts';
import { byteResponse } from '@vitrine/lib/http/byte-response.ts';
import { readContentLink } from '@vitrine/lib/http/content-link.ts';
import { requireContent } from '@vitrine/lib/http/require-content.ts';
import { openRoute } from '@vitrine/lib/http/route.ts';
import { z } from 'zod';

const params = z.object({ id: z.string() });

/** The one thing that the origin of user content answers: bytes, by a link of a few minutes. It reads no cookie and sets none. */
export const GET = openRoute({ params }, async ({ request, params: { id }, services }) => {
  const said = await readContentLink(services, id, new URL(request.url).searchParams);
  if (said === null) throw notFound();
  const { metadata } = await requireContent(services, id, said.for);
  return await byteResponse(request, services.stores.artifacts, metadata, {
    isShared: true,
    isFile: said.as === 'file',
    isElsewhere: true,
  });
});
