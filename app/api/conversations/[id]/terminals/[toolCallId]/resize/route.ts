import { z } from 'zod';
import { limits } from '../../../../../../../lib/core/limits.ts';
import { terminalParams, terminalResponse } from '../../../../../../../lib/http/act-on-terminal.ts';
import { route } from '../../../../../../../lib/http/route.ts';

const size = z.strictObject({
  columns: z.int().min(1).max(limits.terminalColumns),
  rows: z.int().min(1).max(limits.terminalRows),
});

export const POST = route(
  { params: terminalParams, body: size },
  async ({ params, body, member, services }) =>
    terminalResponse(services, member, params, { kind: 'resize', ...body }),
);
