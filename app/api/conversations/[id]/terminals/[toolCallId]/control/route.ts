import { z } from 'zod';
import { terminalParams, terminalResponse } from '../../../../../../../lib/http/act-on-terminal.ts';
import { route } from '../../../../../../../lib/http/route.ts';

const control = z.strictObject({ kind: z.enum(['take', 'handBack']) });

export const POST = route(
  { params: terminalParams, body: control },
  async ({ params, body, member, services }) => terminalResponse(services, member, params, body),
);
