import { requireConversation } from '@vitrine/lib/http/access.ts';
import { idParams, route } from '@vitrine/lib/http/route.ts';

/** A member's own mark: it stands first in their list, and nobody else hears of it. */
const pin = (isPinned: boolean) =>
  route({ params: idParams }, async ({ params, member, services }) => {
    const { id } = await requireConversation(services, member, params.id);
    await services.stores.pins.set(member.id, id, isPinned);
    return new Response(null, { status: 204 });
  });

export const PUT = pin(true);
export const DELETE = pin(false);
