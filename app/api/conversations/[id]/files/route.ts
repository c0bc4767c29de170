import { limits } from '@vitrine/lib/core/limits.ts';
import { requireConversation } from '@vitrine/lib/http/access.ts';
import { checkRate } from '@vitrine/lib/http/rate-limits.ts';
import { idParams, route } from '@vitrine/lib/http/route.ts';
import { storeFile } from '@vitrine/lib/http/workspaces/store-file.ts';
import { z } from 'zod';

const body = z.strictObject({ path: z.string().min(1).max(limits.pathBytes) });

export const POST = route({ params: idParams, body }, async ({ params, body, request, member, services }) => {
  const conversation = await requireConversation(services, member, params.id, 'write');
  await checkRate(services, request, 'worktree', member.id);
  const artifactId = await storeFile(services, member, conversation, body.path);
  return Response.json({ artifactId }, { status: 201 });
});
