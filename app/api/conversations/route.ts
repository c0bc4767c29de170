import { audienceSchema } from '@vitrine/lib/core/conversation.ts';
import { limits } from '@vitrine/lib/core/limits.ts';
import { listConversations } from '@vitrine/lib/http/access.ts';
import { titleSchema } from '@vitrine/lib/http/change-conversation.ts';
import { checkAudience } from '@vitrine/lib/http/check-audience.ts';
import { checkRate } from '@vitrine/lib/http/rate-limits.ts';
import { route } from '@vitrine/lib/http/route.ts';
import { searchConversations } from '@vitrine/lib/http/search-conversations.ts';
import { createConversation } from '@vitrine/lib/runs/create-conversation.ts';
import { z } from 'zod';

const newConversation = z.strictObject({
  title: titleSchema.optional(),
  workspace: z.string().optional(),
  model: z.string().optional(),
  audience: audienceSchema.default('team'),
  /** It works in a copy of the repository of its own. */
  worktree: z.boolean().optional(),
});

export const POST = route(
  { body: newConversation.default({ audience: 'team' }) },
  async ({ body, request, member, services }) => {
    // Each is a copy of a whole repository.
    if (body.worktree === true) await checkRate(services, request, 'worktree', member.id);
    const audience = await checkAudience(services, body.audience);
    const { id } = await createConversation(services, member, { ...body, audience });
    return Response.json({ id }, { status: 201 });
  },
);

const query = z.strictObject({
  q: z.string().trim().min(1).max(limits.conversationQueryCharacters).optional(),
});

/** All that the member may read, or with `q` what is found in them. */
export const GET = route({ query }, async ({ query: { q }, member, services }) =>
  Response.json(
    q === undefined
      ? { conversations: await listConversations(services, member) }
      : await searchConversations(services, member, q.toWellFormed()),
    { headers: { 'Cache-Control': 'no-store' } },
  ),
);
