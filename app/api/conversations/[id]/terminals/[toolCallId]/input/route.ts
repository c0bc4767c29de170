import { terminalInputSchema } from '@vitrine/lib/core/terminal-action.ts';
import { terminalParams, terminalResponse } from '@vitrine/lib/http/act-on-terminal.ts';
import { route } from '@vitrine/lib/http/route.ts';

export const POST = route(
  { params: terminalParams, body: terminalInputSchema },
  async ({ params, body, member, services }) =>
    terminalResponse(services, member, params, { kind: 'input', ...body }),
);
