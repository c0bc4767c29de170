import { z } from 'zod';
import { limits } from '#lib/core/limits.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import {
  branchNameSchema,
  gitCredentialSchema,
  gitRemoteSchema,
  ownBranch,
} from '#lib/core/vocabulary/git-remote.ts';
import { checkRate } from '#lib/operations/rate-limits.ts';
import { draftMessage } from '#lib/operations/workspaces/draft-message.ts';
import { discardWorktree, mergeWorktree } from '#lib/operations/workspaces/end-worktree.ts';
import { forgetCredential, readCredential, readRemote } from '#lib/operations/workspaces/git-access.ts';
import { pushWorktree } from '#lib/operations/workspaces/push-worktree.ts';
import { storeDiff } from '#lib/operations/workspaces/store-diff.ts';
import { storeFile } from '#lib/operations/workspaces/store-file.ts';
import { readConflicts, updateWorktree } from '#lib/operations/workspaces/update-worktree.ts';
import { findRepository, inWorktree, requireRepository } from '#lib/operations/workspaces/worktree-of.ts';
import { defineRoute, type Route } from '../routing/define-route.ts';

const artifactIdAnswer = z.object({ artifactId: z.string() });

const seenRemote = z
  .string()
  .max(2_000)
  .describe('As `GET` of `push` says it: 409 `changed` if it is another by now');

const plainText = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}]*(?:[\n\r\t][^\p{Cc}]*)*$/u, 'there is a control character in it');

/** Where a conversation pushed before, or its own branch. */
const branchToPush = ({ id, worktree, pushed }: Conversation): string =>
  pushed?.branch ?? worktree?.branch ?? ownBranch(id);

export const worktreeRoutes: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: '/api/conversations/:id/files',
    needsFiles: 'conversation',
    summary: 'Open a file of the workspace',
    description:
      'Stores the present content of a text file as an artifact for people; the model does not get it. 404 if there is no such file, 409 `not_possible` if it cannot be read.',
    right: 'write',
    scope: 'conversation',
    token: 'write',
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
    needsFiles: 'conversation',
    summary: 'Show what a conversation has changed in its repository',
    description:
      'Of its own worktree: how many files differ from where that started, or from its last merge. Of the workspace that it shares with others: from the last commit. `null` if it works in no git repository.',
    right: 'read',
    scope: 'conversation',
    token: 'read',
    answer: z
      .object({
        branch: z.string().nullable().describe('That is checked out'),
        commit: z.string(),
        changedFiles: z.number().int(),
        conflicts: z
          .array(z.string())
          .describe('Files in which both versions of the last update still are, between marks'),
      })
      .nullable(),
    errors: ['not_possible'],
    async handle({ conversation, services }) {
      const repository = await findRepository(services, conversation);
      if (repository === null) return null;
      const { tree, branch, commit, base } = repository;
      const changedFiles = await inWorktree(() => services.worktrees.countChanged(tree, base));
      const conflicts = await readConflicts(services, conversation, repository);
      return { branch, commit, changedFiles, conflicts };
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/api/conversations/:id/worktree/diff',
    needsFiles: 'conversation',
    summary: 'Store the changes of a worktree, or of the shared workspace, as an artifact',
    description:
      'For people; the model does not get it. 404 if it works in no git repository, 409 `not_possible` if nothing has changed.',
    right: 'write',
    scope: 'conversation',
    token: 'write',
    answer: artifactIdAnswer,
    statuses: [201],
    errors: ['not_possible', 'too_large', 'too_many_requests'],
    async handle({ conversation, origin, member, services }) {
      await checkRate(services, origin, 'worktree', member.id);
      return { artifactId: await storeDiff(services, member, conversation) };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/api/conversations/:id/worktree/patch',
    needsFiles: 'conversation',
    summary: 'Download the changes of a worktree, or of the shared workspace',
    description: 'As a patch for `git apply`, binary files too. 404 if it works in no git repository.',
    right: 'write',
    scope: 'conversation',
    token: 'read',
    errors: ['not_possible', 'too_large', 'too_many_requests'],
    async handle({ conversation, origin, member, services }) {
      await checkRate(services, origin, 'worktree', member.id);
      const { tree, base } = await requireRepository(services, conversation);
      const patch = await inWorktree(() => services.worktrees.patch(tree, base));
      const name = `${branchToPush(conversation).replaceAll('/', '-')}.patch`;
      return new Response(new Uint8Array(patch), {
        headers: {
          'content-type': 'application/octet-stream',
          'content-disposition': `attachment; filename="${name}"`,
          'cache-control': 'no-store',
        },
      });
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/api/conversations/:id/worktree/push',
    needsFiles: 'conversation',
    summary: 'Show where the changes of a conversation can be pushed',
    description: 'And whether the caller has stored a token for that server.',
    right: 'write',
    scope: 'conversation',
    token: 'read',
    answer: z.object({
      remote: gitRemoteSchema.nullable(),
      branch: z.string(),
      hasCredential: z.boolean(),
      draft: z.string().describe('Of a commit message, from the title and what the agent said last'),
    }),
    errors: ['not_possible'],
    async handle({ conversation, member, services }) {
      await requireRepository(services, conversation);
      const remote = await readRemote(services, conversation.workspace);
      const credential = remote && (await readCredential(services, member, remote));
      const draft = draftMessage(conversation.title, await services.readState(conversation.id));
      return { remote, branch: branchToPush(conversation), hasCredential: credential !== null, draft };
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/api/conversations/:id/worktree/push',
    needsFiles: 'conversation',
    summary: 'Commit what a conversation has changed, push it to a branch, and open a request to merge it',
    description:
      'All of its worktree, or of the workspace that it shares, where neither branch nor index changes. With the token of the caller, which is stored encrypted once the server has accepted it. Nothing is overwritten: 409 `changed` if the branch has other commits. 409 `not_possible` while a run is active, if nothing has changed, or with what the server said.',
    right: 'write',
    scope: 'conversation',
    token: 'write',
    body: z.strictObject({
      remote: seenRemote,
      branch: branchNameSchema,
      message: plainText.min(1).max(limits.commitMessageCharacters),
      credential: gitCredentialSchema.optional(),
      request: z
        .strictObject({
          title: plainText.min(1).max(250),
          body: plainText.max(limits.commitMessageCharacters),
        })
        .nullable(),
    }),
    answer: z.object({ branch: z.string(), commit: z.string(), url: z.string().nullable() }),
    errors: ['changed', 'not_possible', 'too_large', 'too_many_requests'],
    async handle({ conversation, body, origin, member, services }) {
      await checkRate(services, origin, 'worktree', member.id);
      return await pushWorktree({ origin, member, services }, conversation, body);
    },
  }),

  defineRoute({
    method: 'DELETE',
    path: '/api/conversations/:id/worktree/push',
    needsFiles: 'conversation',
    summary: 'Forget the token that the caller stored for the server of a workspace',
    right: 'write',
    scope: 'conversation',
    token: 'write',
    async handle({ conversation, member, services }) {
      const remote = await readRemote(services, conversation.workspace);
      if (remote !== null) await forgetCredential(services, member, remote);
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/api/conversations/:id/worktree/update',
    needsFiles: 'conversation',
    summary: 'Move a worktree to what is new in the branch that requests go into',
    description:
      'Its changes move with it and stay uncommitted. Where both sides changed the same lines, both versions are in the file, between marks; of binary files its own version stays. 409 `not_possible` while a run is active, while there are conflicts of an earlier update, or with what the server said: then nothing has changed.',
    right: 'write',
    scope: 'conversation',
    token: 'write',
    body: z.strictObject({ remote: seenRemote, credential: gitCredentialSchema.optional() }),
    answer: z.object({
      commit: z.string(),
      isNew: z.boolean().describe('`false`: it had all of the branch already'),
      conflicts: z.array(z.string()),
      kept: z.array(z.string()).describe('Files that cannot be merged, of which its own version stays'),
    }),
    errors: ['changed', 'not_possible', 'too_large', 'too_many_requests'],
    async handle({ conversation, body, origin, member, services }) {
      await checkRate(services, origin, 'worktree', member.id);
      return await updateWorktree({ origin, member, services }, conversation, body);
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/api/conversations/:id/worktree/merge',
    needsFiles: 'conversation',
    summary: 'Merge a worktree into the workspace',
    description:
      'All changes or none, without a commit. 409 `changed` names the files that conflict, `not_possible` while a run is active.',
    right: 'write',
    scope: 'conversation',
    token: 'write',
    answer: z.object({ mergedFiles: z.number().int() }),
    errors: ['changed', 'not_possible', 'too_large'],
    handle: async ({ conversation, origin, member, services }) => ({
      mergedFiles: await mergeWorktree({ origin, member, services }, conversation),
    }),
  }),

  defineRoute({
    method: 'POST',
    path: '/api/conversations/:id/worktree/discard',
    needsFiles: 'conversation',
    summary: 'Discard the changes of a worktree',
    description: 'Since it was made, or since its last merge. 409 `not_possible` while a run is active.',
    right: 'write',
    scope: 'conversation',
    token: 'write',
    errors: ['changed', 'not_possible', 'too_large'],
    handle: ({ conversation, origin, member, services }) =>
      discardWorktree({ origin, member, services }, conversation),
  }),
];
