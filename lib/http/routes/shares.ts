import { z } from 'zod';
import { sectionsSchema } from '#lib/core/algorithms/lines/file-section.ts';
import { notFound } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import {
  openedShareSchema,
  shareRequestSchema,
  shareSchema,
  shareSecretsSchema,
} from '#lib/core/vocabulary/share.ts';
import { openedAppSchema } from '#lib/core/vocabulary/tools/mcp-app.ts';
import { requireAdmin } from '#lib/operations/access.ts';
import { sharedArtifactAnswer } from '#lib/operations/artifacts/artifact-answer.ts';
import { divideByFile } from '#lib/operations/artifacts/divide-by-file.ts';
import { filterLog, filterQuery } from '#lib/operations/artifacts/filter-log.ts';
import { findArtifactSecrets } from '#lib/operations/artifacts/find-artifact-secrets.ts';
import { readApp } from '#lib/operations/artifacts/read-app.ts';
import { openShare, requireShare, toOpenedShare } from '#lib/operations/artifacts/read-share.ts';
import { revokeShare } from '#lib/operations/artifacts/revoke-share.ts';
import { searchArtifact, searchQuery } from '#lib/operations/artifacts/search-artifact.ts';
import { shareArtifact } from '#lib/operations/artifacts/share-artifact.ts';
import { selectedLines } from '#lib/operations/artifacts/share-lines.ts';
import { artifactQuery, artifactResponse } from '../artifact-response.ts';
import { appFrameLink, contentLink } from '../content-link.ts';
import { recordResponse } from '../record-stream.ts';
import { defineRoute, type Route } from '../routing/define-route.ts';

/** The ID of a share or the token of its link. Any other text is a wrong token: 404, not 400. */
const params = z.object({ id: z.string() });

export const shareRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/artifacts/:id/secrets',
    summary: 'Search what would be shared for secrets',
    description:
      'In the text, the title and the arguments of the call. By kind, with the first line and the count. 409 while the artifact is being written.',
    right: 'read',
    scope: 'artifact',
    token: 'read',
    query: selectedLines,
    answer: shareSecretsSchema,
    errors: ['artifact_expired', 'artifact_writing', 'invalid_lines', 'not_text', 'busy'],
    formerNames: { kinds: 'found' },
    async handle({ request, artifact, conversation, query, services }) {
      const { config, stores, readSecrets, wholeReads } = services;
      const known = [...config.secrets, ...(await readSecrets(conversation.workspace))];
      return await wholeReads.run(limits.scanBytes, request.signal, () =>
        findArtifactSecrets({ stores, known }, artifact.metadata, query.lines, request.signal),
      );
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/api/artifacts/:id/shares',
    summary: 'Share an artifact',
    description:
      'Freezes a copy and answers a link to it; the token is only in this answer. With `maxViews` the page opens that often, and can be read for an hour after its latest view. 403 for links without sign-in where the team does not allow them.',
    right: 'read',
    scope: 'artifact',
    token: 'write',
    body: shareRequestSchema,
    answer: z.object({ id: z.string(), token: z.string(), url: z.string() }),
    statuses: [201],
    errors: [
      'forbidden',
      'artifact_expired',
      'artifact_writing',
      'invalid_lines',
      'not_text',
      'not_possible',
      'storage_full',
      'busy',
    ],
    handle: ({ origin, artifact, body, member, services }) =>
      shareArtifact({ origin, member, services }, artifact.metadata, body),
  }),

  defineRoute({
    method: 'GET',
    path: '/api/shares',
    summary: 'List shares',
    description: 'Those of the caller; `of=team`: all shares, for admins.',
    right: 'read',
    scope: 'team',
    token: 'read',
    query: z.strictObject({ of: z.enum(['me', 'team']).default('me') }),
    answer: z.object({ shares: z.array(shareSchema) }),
    errors: ['forbidden'],
    async handle({ query, member, services }) {
      if (query.of === 'team') requireAdmin(member);
      const all = await services.stores.shares.list();
      return { shares: all.filter(({ createdBy }) => query.of === 'team' || createdBy.id === member.id) };
    },
  }),

  defineRoute({
    method: 'DELETE',
    path: '/api/shares/:id',
    summary: 'Revoke a share',
    description: 'By its ID or its token; only for the person who shared it, or an admin.',
    right: 'read',
    scope: 'team',
    token: 'write',
    params,
    errors: ['forbidden', 'not_found', 'too_many_requests'],
    handle: ({ origin, params: { id }, member, services }) => revokeShare({ origin, member, services }, id),
  }),

  defineRoute({
    method: 'POST',
    path: '/api/shares/:id/views',
    summary: 'Open a share',
    description:
      'Counts a view. The script of `/s/<token>` calls it, so that previews of the link and pages loaded ahead count none.',
    right: 'read',
    scope: 'share',
    token: 'read',
    params,
    answer: openedShareSchema,
    errors: ['too_many_requests'],
    async handle({ origin, params: { id: token }, member, services }) {
      const opened = await openShare(services, origin, member, token);
      if (opened === null) throw notFound();
      return toOpenedShare(opened);
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/api/shares/:id/artifact',
    summary: 'Read a shared artifact',
    description:
      'The frozen copy, with the queries of `GET /api/artifacts/:id` except those about the model: `view` is 404, and `problems` is empty.',
    right: 'read',
    scope: 'share',
    token: 'read',
    params,
    query: artifactQuery,
    answer: sharedArtifactAnswer,
    media: ['text/plain', 'application/octet-stream', 'application/pdf', 'image/*'],
    statuses: [200, 206, 304, 307],
    errors: [
      'artifact_expired',
      'invalid_lines',
      'not_text',
      'too_large',
      'range_not_satisfiable',
      'too_many_requests',
    ],
    async handle({ request, origin, params: { id: token }, query, member, services }) {
      const { record, metadata } = await requireShare(services, origin, member, token);
      const { id } = metadata;
      return await artifactResponse(request, services.stores.artifacts, query, {
        record,
        metadata,
        isShared: true,
        linkElsewhere: (isFile) => contentLink(services, request, { id, member, isFile }),
      });
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/api/shares/:id/artifact/app',
    summary: 'Open the app that shows a shared artifact',
    description: 'As `GET /api/artifacts/:id/app`, of the frozen copy. It cannot call anything.',
    right: 'read',
    scope: 'share',
    token: 'read',
    params,
    answer: openedAppSchema,
    errors: ['artifact_expired', 'not_found', 'too_many_requests', 'busy'],
    async handle({ request, origin, params: { id: token }, member, services }) {
      const { record, share } = await requireShare(services, origin, member, token);
      const app = await services.wholeReads.run(limits.appCharacters, request.signal, () =>
        readApp(services, record.metadata),
      );
      return { app, frameUrl: await appFrameLink(services, request, { id: share.id, member }) };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/api/shares/:id/artifact/files',
    summary: 'List the files in a shared diff or search',
    description: 'As `GET /api/artifacts/:id/files`, of the frozen copy.',
    right: 'read',
    scope: 'share',
    token: 'read',
    params,
    answer: sectionsSchema,
    formerNames: { status: 'fate' },
    errors: ['artifact_expired', 'not_text', 'busy', 'too_many_requests'],
    async handle({ request, origin, params: { id: token }, member, services }) {
      const { record } = await requireShare(services, origin, member, token);
      return await services.wholeReads.run(limits.scanBytes, request.signal, () =>
        divideByFile(origin, services.stores.artifacts, record.metadata),
      );
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/api/shares/:id/artifact/filter',
    summary: 'Filter the lines of a shared log',
    description: 'As `GET /api/artifacts/:id/filter`, of the frozen copy.',
    right: 'read',
    scope: 'share',
    token: 'read',
    params,
    query: filterQuery,
    media: ['application/x-ndjson'],
    errors: ['artifact_expired', 'not_text', 'too_many_requests'],
    async handle({ request, origin, params: { id: token }, query, member, services }) {
      const { record } = await requireShare(services, origin, member, token);
      return recordResponse(
        await filterLog(services.stores.artifacts, record.metadata, query, request.signal),
      );
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/api/shares/:id/artifact/search',
    summary: 'Search the text of a shared artifact',
    description: 'As `GET /api/artifacts/:id/search`, of the frozen copy.',
    right: 'read',
    scope: 'share',
    token: 'read',
    params,
    query: searchQuery,
    media: ['application/x-ndjson'],
    errors: ['artifact_expired', 'not_text', 'too_many_requests'],
    async handle({ request, origin, params: { id: token }, query, member, services }) {
      const { record } = await requireShare(services, origin, member, token);
      return recordResponse(
        searchArtifact(services.stores.artifacts, record.metadata, query, request.signal),
      );
    },
  }),
];
