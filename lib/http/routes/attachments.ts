import { z } from 'zod';
import { uploadSchema } from '#lib/core/api/upload.ts';
import { notFound } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import { receiveUpload } from '#lib/operations/artifacts/receive-upload.ts';
import { receiveByLink } from '#lib/operations/artifacts/upload-links.ts';
import { checkRate } from '#lib/operations/rate-limits.ts';
import { attachFile } from '#lib/operations/workspaces/attach-file.ts';
import { findUsable } from '#lib/operations/workspaces/usable-workspaces.ts';
import { throwAsAnswer, workspaceGone } from '#lib/operations/workspaces/workspace-answer.ts';
import type { Workspace } from '#lib/workspace/workspace.ts';
import { fileBody } from '../file-body.ts';
import { defineRoute, type Route } from '../routing/define-route.ts';

const pathBody = z.strictObject({
  path: z.string().min(1).max(limits.pathBytes).describe('Relative to the workspace'),
});
const workspaceParams = z.object({ name: z.string().max(4_096) });
const filesQuery = z.strictObject({ q: z.string().max(limits.pathBytes) });
const foundFiles = z.object({ files: z.array(z.object({ path: z.string(), byteLength: z.int() })) });

export const attachmentRoutes: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: '/api/attachments',
    needsFiles: 'any',
    isDirect: true,
    takesBytes: true,
    summary: 'Upload a file to attach to a message',
    description: `The body is the file, at most ${limits.artifactBytes / 1024 / 1024} MiB; its type follows from its content. Only its uploader may read it, for as long as a new result lasts; once it is sent with a message, it belongs to the conversation and stays as long as that.`,
    right: 'read',
    scope: 'team',
    token: 'show',
    query: z.strictObject({
      name: z
        .string()
        .max(limits.fileNameCharacters)
        .default('')
        .describe('Its last part becomes the title; without one, a text is shown as pasted'),
    }),
    answer: uploadSchema,
    statuses: [201],
    errors: ['too_large', 'storage_full', 'too_many_requests'],
    async handle({ request, origin, query: { name }, member, services }) {
      await checkRate(services, origin, 'upload', member.id);
      return await receiveUpload(services, member, { name, chunks: fileBody(request) });
    },
  }),

  defineRoute({
    method: 'PUT',
    path: '/api/uploads/:id',
    needsFiles: 'any',
    isDirect: true,
    takesBytes: true,
    hasOwnSecret: true,
    summary: 'Upload a file to show',
    description: `To a link that the MCP tool \`show\` gives out: valid once, within ${limits.uploadLinkSeconds / 60} minutes. The body is the file, at most ${limits.artifactBytes / 1024 / 1024} MiB.`,
    right: 'read',
    scope: 'share',
    token: 'show',
    answer: z.object({ uploadId: z.string() }),
    statuses: [201],
    errors: ['not_found', 'too_large', 'storage_full', 'invalid_request', 'too_many_requests'],
    async handle({ request, origin, params, services }) {
      const chunks = fileBody(request);
      const upload = await receiveByLink({ services, origin }, params.id, ({ member, title, form }) =>
        receiveUpload(services, member, { name: '', chunks, shown: { title, form, command: null } }),
      );
      return { uploadId: upload.artifactId };
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/api/conversations/:id/attachments',
    needsFiles: 'conversation',
    summary: 'Attach a file of the workspace',
    description:
      'Stores its present content, as an upload does, to be sent with a message. 409 `not_possible` if it cannot be read.',
    right: 'write',
    scope: 'conversation',
    token: 'write',
    body: pathBody,
    answer: uploadSchema,
    statuses: [201],
    errors: ['not_possible', 'too_large', 'storage_full', 'too_many_requests'],
    async handle({ conversation, body, origin, member, services }) {
      await checkRate(services, origin, 'upload', member.id);
      const workspace = await services.workspaces.of(conversation);
      if (workspace === null) throw workspaceGone();
      return await attachFile(services, member, workspace, body.path);
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/api/workspaces/:name/attachments',
    needsFiles: 'workspace',
    summary: 'Attach a file of a workspace to the first message of a conversation',
    description: 'As for a conversation.',
    right: 'read',
    scope: 'team',
    token: 'write',
    params: workspaceParams,
    body: pathBody,
    answer: uploadSchema,
    statuses: [201],
    errors: ['not_found', 'not_possible', 'too_large', 'storage_full', 'too_many_requests'],
    async handle({ params, body, origin, member, services }) {
      await checkRate(services, origin, 'upload', member.id);
      const workspace = await findUsable(services, member, params.name);
      if (workspace === null) throw notFound();
      return await attachFile(services, member, workspace, body.path);
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/api/conversations/:id/files',
    needsFiles: 'conversation',
    summary: 'Find files of the workspace by a part of their path',
    description: 'The eight best, without those that git ignores.',
    right: 'write',
    scope: 'conversation',
    token: 'read',
    query: filesQuery,
    answer: foundFiles,
    errors: ['not_possible'],
    async handle({ conversation, query, request, services }) {
      const workspace = await services.workspaces.of(conversation);
      if (workspace === null) throw workspaceGone();
      return { files: await findIn(workspace, query.q, request.signal) };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/api/workspaces/:name/files',
    needsFiles: 'workspace',
    summary: 'Find files of a workspace by a part of their path',
    description: 'As for a conversation.',
    right: 'read',
    scope: 'team',
    token: 'read',
    params: workspaceParams,
    query: filesQuery,
    answer: foundFiles,
    errors: ['not_found', 'not_possible'],
    async handle({ params, query, request, member, services }) {
      const workspace = await findUsable(services, member, params.name);
      if (workspace === null) throw notFound();
      return { files: await findIn(workspace, query.q, request.signal) };
    },
  }),
];

const findIn = (workspace: Workspace, query: string, signal: AbortSignal) =>
  workspace.findFiles({ query, most: limits.foundFiles, signal }).catch(throwAsAnswer);
