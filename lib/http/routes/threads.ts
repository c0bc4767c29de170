import { z } from 'zod';
import { idSchema } from '#lib/core/vocabulary/ids.ts';
import { reactions } from '#lib/core/vocabulary/reaction.ts';
import { checkRate } from '#lib/operations/rate-limits.ts';
import { forkConversation } from '#lib/runs/fork-conversation.ts';
import { defineRoute, type Route } from '../routing/define-route.ts';

const inConversation = { right: 'write', scope: 'conversation', token: 'write' } as const;

const asksForRun = {
  ...inConversation,
  token: 'run',
  statuses: [202],
  errors: ['not_possible', 'too_many_requests', 'draining'],
} as const;

/** What people do with messages of a thread. */
export const threadRoutes: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: '/api/conversations/:id/messages/:messageId/regenerate',
    summary: 'Answer a message again',
    description:
      'Queues a run that gives another version of the answer that the message belongs to; the old one stays. An answer without words goes by the ID of its run.',
    ...asksForRun,
    answer: z.object({ runId: z.string() }),
    async handle({ origin, params, conversation, member, services }) {
      await checkRate(services, origin, 'message', member.id);
      const by = { id: member.id, name: member.name };
      return await services.runner.regenerate(conversation, params.messageId, by);
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/api/conversations/:id/runs/:runId/continue',
    summary: 'Continue a run',
    description:
      'Queues a run that goes on where one was interrupted, failed or reached its step limit, as long as nothing came after it: 409 `not_possible` otherwise. Asked again, it is the same run.',
    ...asksForRun,
    answer: z.object({ runId: z.string() }),
    async handle({ origin, params, conversation, member, services }) {
      await checkRate(services, origin, 'message', member.id);
      const by = { id: member.id, name: member.name };
      return await services.runner.continueRun(conversation, params.runId, by);
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/api/conversations/:id/branch',
    summary: 'Select a version',
    description:
      'Moves everybody, and the model, to the path through a message. 409 `not_possible` while the agent works on another version.',
    ...inConversation,
    body: z.strictObject({ messageId: idSchema.describe('An answer without words goes by its run') }),
    errors: ['not_possible', 'too_many_requests'],
    async handle({ origin, params, body, member, services }) {
      await checkRate(services, origin, 'reaction', member.id);
      const by = { id: member.id, name: member.name };
      await services.threadActs.selectBranch(params.id, body.messageId, by);
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/api/conversations/:id/messages/:messageId/reactions',
    summary: 'React to a message',
    ...inConversation,
    body: z.strictObject({
      reaction: z.enum(reactions),
      isOn: z.boolean().describe('`false` takes the reaction back'),
    }),
    errors: ['too_many_requests'],
    async handle({ origin, params, body, member, services }) {
      await checkRate(services, origin, 'reaction', member.id);
      const by = { id: member.id, name: member.name };
      await services.threadActs.react(params.id, params.messageId, body, by);
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/api/conversations/:id/fork',
    needsFiles: 'copy of conversation',
    summary: 'Fork a conversation',
    description:
      'Starts a conversation with a copy of this one, up to a message and its answer. Results stay artifacts of this conversation. 409 `not_possible` while that answer is being given.',
    ...inConversation,
    body: z.strictObject({ messageId: idSchema }),
    answer: z.object({ id: z.string() }),
    statuses: [201],
    errors: ['not_possible', 'artifact_expired', 'too_many_requests'],
    async handle({ origin, body, conversation, member, services }) {
      await checkRate(services, origin, conversation.worktree === null ? 'message' : 'worktree', member.id);
      const { id } = await forkConversation(services, member, conversation, body.messageId);
      return { id };
    },
  }),
];
