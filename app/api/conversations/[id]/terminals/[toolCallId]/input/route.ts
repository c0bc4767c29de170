import { z } from 'zod';
import { limits } from '../../../../../../../lib/core/limits.ts';
import { terminalParams, terminalResponse } from '../../../../../../../lib/http/act-on-terminal.ts';
import { route } from '../../../../../../../lib/http/route.ts';

const input = z.strictObject({ data: z.string().min(1).max(limits.terminalInputCharacters) });

export const POST = route(
  { params: terminalParams, body: input },
  async ({ params, body, member, services }) =>
    terminalResponse(services, member, params, { kind: 'input', data: body.data }),
);
