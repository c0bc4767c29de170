import { z } from 'zod';
import { conversationBudgetsSchema } from '#lib/core/api/budget-report.ts';
import { conversationInstructionsSchema } from '#lib/core/api/conversation-instructions.ts';
import { conversationUsageSchema } from '#lib/core/api/conversation-usage.ts';
import { limits } from '#lib/core/limits.ts';
import { budgetSubjectSchema } from '#lib/core/vocabulary/budget/budget.ts';
import {
  audienceSchema,
  conversationSchema,
  listedConversationSchema,
} from '#lib/core/vocabulary/conversation.ts';
import { ephemeralEvent } from '#lib/core/vocabulary/events.ts';
import { keepRequestSchema } from '#lib/core/vocabulary/keep.ts';
import { listConversations } from '#lib/operations/access.ts';
import { keepConversation } from '#lib/operations/artifacts/keep-conversation.ts';
import { renewArtifacts } from '#lib/operations/artifacts/renew-artifacts.ts';
import {
  changeConversation,
  conversationChangeSchema,
  titleSchema,
} from '#lib/operations/conversations/change-conversation.ts';
import { checkAudience } from '#lib/operations/conversations/check-audience.ts';
import { compactConversation } from '#lib/operations/conversations/compact-conversation.ts';
import { readConversationBudgets } from '#lib/operations/conversations/conversation-budgets.ts';
import {
  changeConversationInstructions,
  instructionsChangeSchema,
  readConversationInstructions,
} from '#lib/operations/conversations/conversation-instructions.ts';
import { readConversationUsage } from '#lib/operations/conversations/conversation-usage.ts';
import { deleteConversation } from '#lib/operations/conversations/delete-conversation.ts';
import { conversationExportSchema } from '#lib/operations/conversations/export-conversation.ts';
import { checkRate } from '#lib/operations/rate-limits.ts';
import { createConversation } from '#lib/runs/create-conversation.ts';
import { exportResponse } from '../export-response.ts';
import { formerAttachment } from '../former-names.ts';
import { defineRoute, type Route } from '../routing/define-route.ts';

const newConversation = z.strictObject({
  title: titleSchema.optional(),
  workspace: z.string().optional().describe('Default: the first one in the settings'),
  model: z.string().optional(),
  audience: audienceSchema.default('team').describe('`team`, or the IDs of the members who can see it'),
  worktree: z.boolean().optional().describe('Work in a copy of the repository'),
});

const conversationAnswer = z.object({ conversation: conversationSchema });

const pinRoute = (method: 'PUT' | 'DELETE'): Route =>
  defineRoute({
    method,
    path: '/api/conversations/:id/pin',
    summary: method === 'PUT' ? 'Pin a conversation' : 'Unpin a conversation',
    description: 'For the caller alone: pinned conversations are first in their list.',
    right: 'read',
    scope: 'conversation',
    token: 'write',
    async handle({ params, member, services }) {
      await services.stores.pins.set(member.id, params.id, method === 'PUT');
    },
  });

export const conversationRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/conversations',
    summary: 'List conversations',
    description: 'The conversations that the caller may read, pinned ones first, then by latest change.',
    right: 'read',
    scope: 'team',
    token: 'read',
    query: z.strictObject({
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .optional()
        .describe('The latest ones besides those that are pinned or have news; default: all'),
    }),
    answer: z.object({ conversations: z.array(listedConversationSchema) }),
    handle: async ({ query, member, services }) => ({
      conversations: await listConversations(services, member, query.limit),
    }),
  }),

  defineRoute({
    method: 'POST',
    path: '/api/conversations',
    needsFiles: 'new conversation',
    summary: 'Start a conversation',
    right: 'read',
    scope: 'team',
    token: 'write',
    body: newConversation.default({ audience: 'team' }),
    answer: z.object({ id: z.string() }),
    statuses: [201],
    errors: ['forbidden', 'unknown_workspace', 'unknown_model', 'not_possible', 'too_many_requests'],
    async handle({ body, origin, member, services }) {
      // Each worktree is a copy of a whole repository.
      if (body.worktree === true) await checkRate(services, origin, 'worktree', member.id);
      const audience = await checkAudience(services, body.audience);
      const { id } = await createConversation(services, member, { ...body, audience });
      return { id };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/api/conversations/:id',
    summary: 'Read a conversation',
    description: 'Its entry in the list. Its content is its event log.',
    right: 'read',
    scope: 'conversation',
    token: 'read',
    answer: conversationAnswer,
    handle: async ({ conversation }) => ({ conversation }),
  }),

  defineRoute({
    method: 'PATCH',
    path: '/api/conversations/:id',
    summary: 'Change a conversation',
    description:
      'Only the person who started it, or an admin who can see it, may change the audience; the others get 403.',
    right: 'write',
    scope: 'conversation',
    token: 'write',
    body: conversationChangeSchema,
    answer: conversationAnswer,
    errors: ['forbidden'],
    handle: async ({ origin, member, services, conversation, body }) => ({
      conversation: await changeConversation({ origin, member, services }, conversation, body),
    }),
  }),

  defineRoute({
    method: 'DELETE',
    path: '/api/conversations/:id',
    summary: 'Delete a conversation',
    description: 'With its artifacts and its worktree. Shares remain.',
    right: 'manage',
    scope: 'conversation',
    token: 'write',
    handle: ({ conversation, origin, member, services }) =>
      deleteConversation({ origin, member, services }, conversation),
  }),

  pinRoute('PUT'),
  pinRoute('DELETE'),

  defineRoute({
    method: 'POST',
    path: '/api/conversations/:id/keep',
    summary: 'Keep all results of a conversation for longer',
    description:
      'As for a single artifact. What has expired is only counted; what members gave lasts as long as the conversation anyway.',
    right: 'read',
    scope: 'conversation',
    token: 'write',
    body: keepRequestSchema,
    answer: z.object({ kept: z.int(), expired: z.int() }),
    errors: ['storage_full'],
    handle: ({ conversation, body, member, services }) =>
      keepConversation(services, member, conversation, body),
  }),

  defineRoute({
    method: 'PUT',
    path: '/api/conversations/:id/read',
    summary: 'Mark a conversation as read',
    description:
      'Up to an event; never moves backwards. Everybody who follows the conversation gets an ephemeral `conversation.read`. `GET /api/conversations` answers `unreadCount` and `isMentioned`.',
    right: 'read',
    scope: 'conversation',
    token: 'write',
    body: z.strictObject({
      cursor: z.string().min(1).max(64).describe('The last durable event that the caller could see'),
    }),
    async handle({ params, body, member, services }) {
      const { events, unread } = services.stores;
      await unread.markRead(member.id, params.id, body.cursor);
      const data = { member: { id: member.id, name: member.name }, cursor: body.cursor };
      const now = new Date(services.nowMs()).toISOString();
      await events.appendLive(params.id, [ephemeralEvent('conversation.read', data, now)]);
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/api/conversations/:id/renew',
    summary: 'Let the results that a page shows last longer',
    description:
      'Sent by open, visible pages. Each lasts as long from now as a new result, within 8 hours of its making; it can still be evicted. Reading never renews. Everybody who follows the conversation gets an ephemeral `artifacts.renewed`. Without `artifacts.renewWhileOpen` it does nothing.',
    right: 'read',
    scope: 'conversation',
    token: 'write',
    body: z.strictObject({ artifactIds: z.array(z.string().max(64)).max(limits.renewedArtifacts) }),
    errors: ['too_many_requests'],
    async handle({ origin, body, conversation, member, services }) {
      await checkRate(services, origin, 'renewal', member.id);
      await renewArtifacts(services, conversation, body.artifactIds);
    },
  }),

  defineRoute({
    method: 'PUT',
    path: '/api/conversations/:id/presence',
    summary: 'Announce that the caller is here',
    description:
      'Sent every 10 s by open pages. Everybody who follows the conversation gets an ephemeral `presence.updated`; the server stores nothing.',
    right: 'read',
    scope: 'conversation',
    token: 'write',
    body: z.strictObject({ state: z.enum(['here', 'typing', 'left']) }),
    async handle({ params, body, member, services }) {
      const data = { member: { id: member.id, name: member.name }, state: body.state };
      const now = new Date(services.nowMs()).toISOString();
      await services.stores.events.appendLive(params.id, [ephemeralEvent('presence.updated', data, now)]);
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/api/conversations/:id/usage',
    needsFiles: 'conversation',
    summary: 'Show what fills the context of the model',
    description: 'Also what the split has saved so far.',
    right: 'read',
    scope: 'conversation',
    token: 'read',
    answer: conversationUsageSchema,
    handle: ({ conversation, member, services }) => readConversationUsage(services, conversation, member.id),
  }),

  defineRoute({
    method: 'POST',
    path: '/api/conversations/:id/compactions',
    needsFiles: 'conversation',
    summary: 'Compact the messages of a conversation',
    description:
      'From then on the model reads a summary in place of all but the last answer and the message before it. Nothing is deleted. 409 `not_possible` while a run is active, or where there is too little to compact.',
    right: 'write',
    scope: 'conversation',
    token: 'run',
    errors: ['not_possible', 'too_many_requests'],
    async handle({ conversation, origin, member, services }) {
      await checkRate(services, origin, 'message', member.id);
      await compactConversation({ origin, member, services }, conversation);
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/api/conversations/:id/instructions',
    needsFiles: 'conversation',
    summary: 'Read the instructions of a conversation',
    description:
      'What the model reads besides the program’s own: of the team, of `AGENTS.md` or `CLAUDE.md` in the workspace, of the conversation. Those of the team and the workspace are read when the first run starts, and stay.',
    right: 'read',
    scope: 'conversation',
    token: 'read',
    answer: conversationInstructionsSchema,
    handle: ({ conversation, services }) => readConversationInstructions(services, conversation),
  }),

  defineRoute({
    method: 'PATCH',
    path: '/api/conversations/:id/instructions',
    needsFiles: 'conversation',
    summary: 'Change the instructions of a conversation',
    description: 'From the next run on. 409 `not_possible` where the workspace is gone.',
    right: 'write',
    scope: 'conversation',
    token: 'write',
    body: instructionsChangeSchema,
    answer: conversationInstructionsSchema,
    errors: ['not_possible'],
    handle: ({ conversation, body, origin, member, services }) =>
      changeConversationInstructions({ origin, member, services }, conversation, body),
  }),

  defineRoute({
    method: 'GET',
    path: '/api/conversations/:id/budgets',
    summary: 'List the budgets that limit messages here',
    description:
      'Of the caller, or of another member. Personal budgets of others are left out unless the caller may see them; then `isWhole` is false.',
    right: 'read',
    scope: 'conversation',
    token: 'read',
    query: z.strictObject({
      member: budgetSubjectSchema.optional().describe('ID of a member; default: the caller'),
    }),
    answer: conversationBudgetsSchema,
    handle: ({ params, query, member, services }) =>
      readConversationBudgets(services, member, params.id, query.member ?? member.id),
  }),

  defineRoute({
    method: 'GET',
    path: '/api/conversations/:id/export',
    summary: 'Download a conversation',
    description: 'Tool results are in it as the model read them; the bytes of artifacts are not.',
    right: 'read',
    scope: 'conversation',
    token: 'read',
    query: z.strictObject({ format: z.enum(['json', 'markdown']) }),
    answer: conversationExportSchema,
    formerNames: formerAttachment,
    media: ['text/markdown'],
    errors: ['busy'],
    handle: ({ request, query, conversation, services }) =>
      // The length of a log is unknown until it is read, so logs are read one at a time.
      services.wholeReads.run(limits.wholeReadBytes, request.signal, () =>
        exportResponse(services, conversation, query.format),
      ),
  }),
];
