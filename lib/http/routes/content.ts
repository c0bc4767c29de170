import { z } from 'zod';
import { otherLoopbackHost } from '#lib/core/algorithms/hosts.ts';
import { notFound } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import { readApp } from '#lib/operations/artifacts/read-app.ts';
import { requireContent } from '#lib/operations/artifacts/require-content.ts';
import { appFrameDocument } from '../apps/app-frame.ts';
import { appFramePolicy } from '../apps/app-frame-policy.ts';
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
    token: 'read',
    params: z.object({ id: z.string() }),
    media: ['text/plain', 'application/octet-stream', 'application/pdf', 'image/*'],
    statuses: [200, 206, 304],
    errors: ['not_found', 'artifact_expired', 'range_not_satisfiable'],
    async handle({ request, params: { id }, services }) {
      const link = await readContentLink(services, id, new URL(request.url).searchParams);
      if (link === null || link.as === 'app') throw notFound();
      const { metadata } = await requireContent(services, id, link.for);
      return await byteResponse(request, services.stores.artifacts, metadata, {
        isShared: true,
        isFile: link.as === 'file',
        isElsewhere: true,
      });
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/api/content/:id/app',
    summary: 'Load the frame of an app',
    description:
      'The document around the page of an MCP server, under a content policy of what that page declares. Only our own page can frame it, and only from another origin: the host of `VITRINE_CONTENT_URL`, or in local mode the other name of this machine. The query is signed, as above.',
    right: 'read',
    scope: 'everyone',
    token: 'read',
    params: z.object({ id: z.string() }),
    media: ['text/html'],
    errors: ['not_found', 'artifact_expired', 'busy'],
    async handle({ request, params: { id }, services }) {
      const link = await readContentLink(services, id, new URL(request.url).searchParams);
      if (link?.as !== 'app') throw notFound();
      const { metadata } = await requireContent(services, id, link.for);
      const { policy } = await services.wholeReads.run(limits.appCharacters, request.signal, () =>
        readApp(services, metadata),
      );
      const { baseUrl, contentUrl } = services.config;
      const framedBy =
        contentUrl === null ? `http://${otherLoopbackHost(request.headers.get('host'))}` : (baseUrl ?? '');
      return new Response(appFrameDocument(framedBy), {
        headers: {
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Security-Policy': appFramePolicy(policy, framedBy),
          'Permissions-Policy':
            'camera=(), microphone=(), geolocation=(), payment=(), usb=(), clipboard-read=()',
          'X-DNS-Prefetch-Control': 'off',
          'X-Robots-Tag': 'noindex',
        },
      });
    },
  }),
];
