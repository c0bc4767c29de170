import { terminalSizeSchema } from '../../../../../../../lib/core/terminal-action.ts';
import { terminalParams, terminalResponse } from '../../../../../../../lib/http/act-on-terminal.ts';
import { route } from '../../../../../../../lib/http/route.ts';

export const POST = route(
  { params: terminalParams, body: terminalSizeSchema },
  async ({ params, body, member, services }) =>
    terminalResponse(services, member, params, { kind: 'resize', ...body }),
);
