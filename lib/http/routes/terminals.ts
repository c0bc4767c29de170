import { z } from 'zod';
import { idSchema } from '#lib/core/vocabulary/ids.ts';
import {
  type TerminalAction,
  terminalControlSchema,
  terminalInputSchema,
  terminalSizeSchema,
} from '#lib/core/vocabulary/terminal-action.ts';
import { actOnTerminal } from '#lib/operations/artifacts/act-on-terminal.ts';
import { defineRoute, type Route } from '../routing/define-route.ts';

interface TerminalRoute<Body> {
  verb: 'control' | 'input' | 'resize';
  summary: string;
  body: z.ZodType<Body>;
  toAction: (body: Body) => TerminalAction;
}

const terminalRoute = <Body>({ verb, summary, body, toAction }: TerminalRoute<Body>): Route =>
  defineRoute({
    method: 'POST',
    path: `/api/conversations/:id/terminals/:toolCallId/${verb}`,
    summary,
    description:
      'Of a running terminal: 404 if the call has none. To type or resize, take it over first: 409 `terminal_in_use` while somebody else types.',
    right: 'write',
    scope: 'conversation',
    // The model chooses the IDs of tool calls.
    params: z.object({ id: idSchema, toolCallId: z.string().min(1).max(200) }),
    body,
    errors: ['forbidden', 'terminal_in_use'],
    handle: ({ params: { id, toolCallId }, body: input, member, services }) =>
      actOnTerminal(services, member, { conversationId: id, toolCallId }, toAction(input)),
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
];
