import { z } from 'zod';
import { attachmentRequestsSchema } from '#lib/core/api/attachment.ts';
import { limits } from '#lib/core/limits.ts';
import { efforts } from '#lib/core/vocabulary/effort.ts';
import { idSchema } from '#lib/core/vocabulary/ids.ts';
import { hostScopeSchema } from '#lib/core/vocabulary/network/host-grant.ts';
import { decisionSchema } from '#lib/core/vocabulary/tools/approval.ts';
import { answerRequest } from '#lib/operations/conversations/answer-request.ts';
import { deleteMessage } from '#lib/operations/conversations/delete-message.ts';
import { findMentions } from '#lib/operations/conversations/find-mentions.ts';
import { readMessageText } from '#lib/operations/conversations/message-text.ts';
import { stopSubAgent } from '#lib/operations/conversations/stop-sub-agent.ts';
import { submitMessage } from '#lib/operations/conversations/submit-message.ts';
import { submitReview } from '#lib/operations/conversations/submit-review.ts';
import { checkRate } from '#lib/operations/rate-limits.ts';
import { defineRoute, type Route } from '../routing/define-route.ts';

const messageText = z
  .string()
  .describe(`At most ${limits.messageCharacters.toLocaleString('en-US')} characters`);

const clientMessageId = z
  .string()
  .min(1)
  .max(100)
  .describe('A repeated request with the same ID queues nothing and gets the same answer');

/** Only text and the server's own artifacts: clients cannot send history, roles or tool results. */
const newMessage = z.strictObject({
  text: messageText,
  clientMessageId: clientMessageId.optional(),
  attachments: attachmentRequestsSchema.optional(),
  pasteAsText: z
    .boolean()
    .optional()
    .describe('Send all of a long text to the model; otherwise its largest parts become attachments'),
  interrupt: z.boolean().optional().describe('Stop the current run and take this message next'),
  to: z
    .enum(['agent', 'team'])
    .optional()
    .describe('`team`: people only; no run answers it. Default: `agent`'),
  replaces: idSchema
    .optional()
    .describe(
      'The caller’s message of which this is a new version; its attachments are kept unless others are named',
    ),
  after: idSchema
    .optional()
    .describe('A message on the path that this one continues. Default: the selected path'),
  model: z
    .string()
    .optional()
    .describe('Answers this message and those after it. Default: what answered before'),
  effort: z
    .enum(efforts)
    .optional()
    .describe('How much the model thinks, for this message and those after it, where it has a choice'),
  quotes: idSchema.optional().describe('The message that this one answers'),
});

/** What can be wrong with a message, or with a result in it. */
const submitErrors = [
  'not_possible',
  'message_too_long',
  'artifact_expired',
  'artifact_writing',
  'invalid_lines',
  'not_text',
  'too_large',
  'too_many_requests',
  'draining',
  'busy',
] as const;

export const messageRoutes: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: '/api/conversations/:id/messages',
    isDirect: true,
    summary: 'Send a message',
    description:
      'Queues a run that answers it; to the team, `runId` is `null`. Attachments are copied when the message is sent, with secrets masked.',
    right: 'write',
    scope: 'conversation',
    token: 'run',
    body: newMessage,
    answer: z.object({ runId: z.string().nullable(), messageId: z.string() }),
    statuses: [202],
    errors: ['forbidden', 'unknown_model', ...submitErrors],
    async handle({ origin, conversation, body, member, services }) {
      await checkRate(services, origin, 'message', member.id);
      return await submitMessage({ origin, member, services }, conversation, body);
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/api/conversations/:id/reviews',
    summary: 'Send comments on lines of diffs to the agent',
    description:
      'As one message, which names the file and the lines of each and quotes them, with secrets masked.',
    right: 'write',
    scope: 'conversation',
    token: 'run',
    body: z.strictObject({
      comments: z
        .array(
          z.strictObject({
            artifactId: idSchema.describe('A diff'),
            lines: z.string().max(40).describe('Of the diff: a range such as `L40-L62`'),
            text: z.string().trim().min(1).max(limits.commentCharacters),
          }),
        )
        .min(1)
        .max(limits.reviewComments),
      clientMessageId: clientMessageId.optional(),
    }),
    answer: z.object({ runId: z.string().nullable(), messageId: z.string() }),
    statuses: [202],
    errors: submitErrors,
    async handle({ origin, conversation, body, member, services }) {
      await checkRate(services, origin, 'message', member.id);
      return await submitReview({ origin, member, services }, conversation, body);
    },
  }),

  defineRoute({
    method: 'PATCH',
    path: '/api/conversations/:id/messages/:messageId',
    summary: 'Change a message',
    description:
      'Of a message that is queued or for the team only; only its author may. 409 `not_possible` after the agent has started on it: send one that `replaces` it.',
    right: 'write',
    scope: 'conversation',
    token: 'run',
    body: z.strictObject({ text: messageText }),
    errors: ['forbidden', 'message_too_long', 'not_possible'],
    async handle({ params, conversation, body, member, services }) {
      const by = { id: member.id, name: member.name };
      const text = readMessageText(body.text);
      const mentions = await findMentions(services, conversation, text);
      await services.runner.changeMessage(conversation.id, params.messageId, text, by, mentions);
    },
  }),

  defineRoute({
    method: 'DELETE',
    path: '/api/conversations/:id/messages/:messageId',
    summary: 'Delete a message',
    description:
      'Only its author may. A queued message is withdrawn. In the thread, a message loses its words and attachments: people and later model calls no longer see them, and the event log keeps them. 409 `not_possible` while the agent answers it.',
    right: 'write',
    scope: 'conversation',
    token: 'run',
    errors: ['forbidden', 'not_possible'],
    async handle({ params, member, services }) {
      const by = { id: member.id, name: member.name };
      await deleteMessage(services, params.id, params.messageId, by);
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/api/conversations/:id/abort',
    summary: 'Stop the current run',
    right: 'write',
    scope: 'conversation',
    token: 'run',
    statuses: [202],
    async handle({ params, member, services }) {
      await services.runner.abort(params.id, member);
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/api/conversations/:id/subagents/:subagentId/abort',
    summary: 'Stop a sub-agent',
    description:
      'With those below it. The run goes on with what it had; nothing happens if it has ended. Its ID is in its `subagent.started` event.',
    right: 'write',
    scope: 'conversation',
    token: 'run',
    statuses: [202],
    async handle({ params, member, services }) {
      const { id: conversationId, subagentId } = params;
      await stopSubAgent(services, { conversationId, subagentId }, member);
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/api/conversations/:id/permissions/:requestId',
    summary: 'Answer a call that waits for approval',
    description:
      'The first answer counts: later ones, and answers after the end of the run, get 409 `not_possible`. 403 where only admins may answer. The run continues when its step has all its answers.',
    right: 'write',
    scope: 'conversation',
    token: 'run',
    body: z.strictObject({
      decision: decisionSchema,
      always: z
        .enum(['conversation', 'team'])
        .optional()
        .describe('The same call, argument by argument, no longer asks. For the team: only admins'),
      hosts: hostScopeSchema
        .optional()
        .describe('Later commands may reach the hosts that it asks for, too. For the workspace: only admins'),
      reason: z.string().trim().max(limits.reasonCharacters).optional().describe('The model reads it'),
    }),
    errors: ['forbidden', 'not_possible', 'too_large'],
    handle: ({ origin, params, conversation, body, member, services }) =>
      answerRequest(services, origin, member, conversation, params.requestId, body),
  }),

  defineRoute({
    method: 'DELETE',
    path: '/api/conversations/:id/permissions/:requestId',
    summary: 'Ask again for a call, or for hosts, that were allowed for the conversation',
    right: 'write',
    scope: 'conversation',
    token: 'run',
    async handle({ params, member, services }) {
      const by = { id: member.id, name: member.name };
      await services.threadActs.askAgain(params.id, params.requestId, by);
    },
  }),
];
