import { terminalControlSchema } from '@vitrine/lib/core/terminal-action.ts';
import { terminalParams, terminalResponse } from '@vitrine/lib/http/act-on-terminal.ts';
import { route } from '@vitrine/lib/http/route.ts';

export const POST = route(
  { params: terminalParams, body: terminalControlSchema },
  async ({ params, body, member, services }) => terminalResponse(services, member, params, body),
);
