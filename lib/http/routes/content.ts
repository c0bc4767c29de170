import { z } from 'zod';
import { notFound } from '#lib/core/errors.ts';
import { requireContent } from '#lib/operations/artifacts/require-content.ts';
import { byteResponse } from '../byte-response.ts';
import { readContentLink } from '../content-link.ts';
import { defineRoute, type Route } from '../routing/define-route.ts';

export const contentRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/content/:id',
    summary: 'Load bytes from the content origin',
    description:
      'The only path on the host of `VITRINE_CONTENT_URL`, and not available on any other host. The query (`for`, `until`, `as`, `signature`) comes from a redirect of another route: a link of one minute, signed for one artifact and one member. Reads no cookie and sets none.',
    right: 'read',
    scope: 'everyone',
    params: z.object({ id: z.string() }),
    media: ['text/plain', 'application/octet-stream', 'application/pdf', 'image/*'],
    statuses: [200, 206, 304],
    errors: ['not_found', 'artifact_expired', 'range_not_satisfiable'],
    async handle({ request, params: { id }, services }) {
      const link = await readContentLink(services, id, new URL(request.url).searchParams);
      if (link === null) throw notFound();
      const { metadata } = await requireContent(services, id, link.for);
      return await byteResponse(request, services.stores.artifacts, metadata, {
        isShared: true,
        isFile: link.as === 'file',
        isElsewhere: true,
      });
    },
  }),
];
