import { decisionSchema } from '@vitrine/lib/core/approval.ts';
import { idSchema } from '@vitrine/lib/core/ids.ts';
import { limits } from '@vitrine/lib/core/limits.ts';
import { answerRequest } from '@vitrine/lib/http/answer-request.ts';
import { route } from '@vitrine/lib/http/route.ts';
import { z } from 'zod';

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
