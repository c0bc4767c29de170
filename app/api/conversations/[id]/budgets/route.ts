import { budgetSubjectSchema } from '@vitrine/lib/core/budget.ts';
import { requireConversation } from '@vitrine/lib/http/access.ts';
import { readConversationBudgets } from '@vitrine/lib/http/conversation-budgets.ts';
import { idParams, route } from '@vitrine/lib/http/route.ts';
import { z } from 'zod';

const query = z.strictObject({ member: budgetSubjectSchema.optional() });

/** What a message here is held to: of who asks, or of another member. */
export const GET = route({ params: idParams, query }, async ({ params, query, member, services }) => {
  const { id } = await requireConversation(services, member, params.id);
  const told = await readConversationBudgets(services, member, id, query.member ?? member.id);
  return Response.json(told, { headers: { 'Cache-Control': 'no-store' } });
});
