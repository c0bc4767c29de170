import { z } from 'zod';
import { decisionSchema } from '../../../../../../lib/core/approval.ts';
import { idSchema } from '../../../../../../lib/core/ids.ts';
import { limits } from '../../../../../../lib/core/limits.ts';
import { answerRequest } from '../../../../../../lib/http/answer-request.ts';
import { route } from '../../../../../../lib/http/route.ts';

const params = z.object({ id: idSchema, requestId: idSchema });
const body = z.strictObject({
  decision: decisionSchema,
  reason: z.string().trim().max(limits.reasonCharacters).optional(),
});

/** Allows or refuses a call that waits for somebody's leave. */
export const POST = route({ params, body }, async ({ request, params, body, member, services }) => {
  await answerRequest(services, request, member, params, body);
  return new Response(null, { status: 204 });
});
