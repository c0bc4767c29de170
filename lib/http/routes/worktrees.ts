import { z } from 'zod';
import { limits } from '#lib/core/limits.ts';
import { checkRate } from '#lib/operations/rate-limits.ts';
import { discardWorktree, mergeWorktree } from '#lib/operations/workspaces/end-worktree.ts';
import { storeDiff } from '#lib/operations/workspaces/store-diff.ts';
import { storeFile } from '#lib/operations/workspaces/store-file.ts';
import { inWorktree, requireWorktree } from '#lib/operations/workspaces/worktree-of.ts';
import { defineRoute, type Route } from '../routing/define-route.ts';

const artifactIdAnswer = z.object({ artifactId: z.string() });

export const worktreeRoutes: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: '/api/conversations/:id/files',
    summary: 'Open a file of the workspace',
    description:
      'Stores the present content of a text file as an artifact for people; the model does not get it. 404 if there is no such file, 409 `not_possible` if it cannot be read.',
    right: 'write',
    scope: 'conversation',
    body: z.strictObject({
      path: z.string().min(1).max(limits.pathBytes).describe('Relative to the workspace'),
    }),
    answer: artifactIdAnswer,
    statuses: [201],
    errors: ['not_text', 'not_possible', 'too_many_requests'],
    async handle({ conversation, body, origin, member, services }) {
      await checkRate(services, origin, 'worktree', member.id);
      return { artifactId: await storeFile(services, member, conversation, body.path) };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/api/conversations/:id/worktree',
    summary: 'Show the worktree of a conversation',
    description:
      'How many files differ from where the worktree started, or from its last merge. 404 if the conversation works in the workspace itself.',
    right: 'read',
    scope: 'conversation',
    answer: z.object({ branch: z.string(), commit: z.string(), changedFiles: z.number().int() }),
    errors: ['not_possible'],
    async handle({ conversation, services }) {
      const { branch, commit, base } = await requireWorktree(services, conversation);
      const changedFiles = await inWorktree(() => services.worktrees.countChanged(conversation.id, base));
      return { branch, commit, changedFiles };
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/api/conversations/:id/worktree/diff',
    summary: 'Store the changes of a worktree as an artifact',
    description: 'For people; the model does not get it. 409 `not_possible` if nothing has changed.',
    right: 'write',
    scope: 'conversation',
    answer: artifactIdAnswer,
    statuses: [201],
    errors: ['not_possible', 'too_large', 'too_many_requests'],
    async handle({ conversation, origin, member, services }) {
      await checkRate(services, origin, 'worktree', member.id);
      return { artifactId: await storeDiff(services, member, conversation) };
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/api/conversations/:id/worktree/merge',
    summary: 'Merge a worktree into the workspace',
    description:
      'All changes or none, without a commit. 409 `changed` names the files that conflict, `not_possible` while a run is active.',
    right: 'write',
    scope: 'conversation',
    answer: z.object({ mergedFiles: z.number().int() }),
    errors: ['changed', 'not_possible', 'too_large'],
    handle: async ({ conversation, origin, member, services }) => ({
      mergedFiles: await mergeWorktree({ origin, member, services }, conversation),
    }),
  }),

  defineRoute({
    method: 'POST',
    path: '/api/conversations/:id/worktree/discard',
    summary: 'Discard the changes of a worktree',
    description: 'Since it was made, or since its last merge. 409 `not_possible` while a run is active.',
    right: 'write',
    scope: 'conversation',
    errors: ['changed', 'not_possible', 'too_large'],
    handle: ({ conversation, origin, member, services }) =>
      discardWorktree({ origin, member, services }, conversation),
  }),
];
