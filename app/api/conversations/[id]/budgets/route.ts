import { z } from 'zod';
import { budgetSubjectSchema } from '../../../../../lib/core/budget.ts';
import { requireConversation } from '../../../../../lib/http/access.ts';
import { readConversationBudgets } from '../../../../../lib/http/conversation-budgets.ts';
import { idParams, route } from '../../../../../lib/http/route.ts';

const query = z.strictObject({ member: budgetSubjectSchema.optional() });

/** What a message here is held to: of who asks, or of another member. */
export const GET = route({ params: idParams, query }, async ({ params, query, member, services }) => {
  const { id } = await requireConversation(services, member, params.id);
  const told = await readConversationBudgets(services, member, id, query.member ?? member.id);
  return Response.json(told, { headers: { 'Cache-Control': 'no-store' } });
});
