import { z } from 'zod';
import { idSchema } from '#lib/core/vocabulary/ids.ts';
import {
  type TerminalAction,
  terminalControlSchema,
  terminalInputSchema,
  terminalSizeSchema,
} from '#lib/core/vocabulary/terminal-action.ts';
import { elicitationAnswerSchema } from '#lib/core/vocabulary/tools/elicitation.ts';
import { actOnTerminal } from '#lib/operations/artifacts/act-on-terminal.ts';
import { answerElicitation } from '#lib/operations/conversations/answer-elicitation.ts';
import { defineRoute, type Route } from '../routing/define-route.ts';

interface TerminalRoute<Body> {
  verb: 'control' | 'input' | 'resize';
  summary: string;
  body: z.ZodType<Body>;
  toAction: (body: Body) => TerminalAction;
}

/** The model chooses the IDs of tool calls. */
const callParams = z.object({ id: idSchema, toolCallId: z.string().min(1).max(200) });

const terminalRoute = <Body>({ verb, summary, body, toAction }: TerminalRoute<Body>): Route =>
  defineRoute({
    method: 'POST',
    path: `/api/conversations/:id/terminals/:toolCallId/${verb}`,
    summary,
    description:
      'Of a running terminal: 404 if the call has none. To type or resize, take it over first: 409 `terminal_in_use` while somebody else types.',
    right: 'write',
    scope: 'conversation',
    token: 'run',
    params: callParams,
    body,
    errors: ['forbidden', 'terminal_in_use'],
    handle: ({ params: { toolCallId }, body: input, conversation, member, services }) =>
      actOnTerminal(services, member, { conversation, toolCallId }, toAction(input)),
  });

export const terminalRoutes: readonly Route[] = [
  terminalRoute({
    verb: 'control',
    summary: 'Take over a terminal, or hand it back',
    body: terminalControlSchema,
    toAction: (action) => action,
  }),
  terminalRoute({
    verb: 'input',
    summary: 'Type into a terminal',
    body: terminalInputSchema,
    toAction: (input) => ({ kind: 'input', ...input }),
  }),
  terminalRoute({
    verb: 'resize',
    summary: 'Resize a terminal',
    body: terminalSizeSchema,
    toAction: (size) => ({ kind: 'resize', ...size }),
  }),

  defineRoute({
    method: 'POST',
    path: '/api/conversations/:id/elicitations/:toolCallId',
    summary: 'Answer the question of an MCP server',
    description:
      'Of a running call, as its `tool.elicitation` asks. `content` has a value for each field, and goes to the server only. 404 if the call does not ask this; 400 `invalid_request` if a value does not fit its field.',
    right: 'write',
    scope: 'conversation',
    token: 'run',
    params: callParams,
    body: elicitationAnswerSchema,
    handle: ({ params: { id, toolCallId }, body, origin, member, services }) =>
      answerElicitation({ origin, member, services }, { conversationId: id, toolCallId }, body),
  }),
];
