import { VitrineError } from '#lib/core/errors.ts';
import type { Audience } from '#lib/core/vocabulary/conversation.ts';
import type { Services } from '#lib/services.ts';

/**
 * The requested audience of a conversation, without duplicates. Everybody in it must be a present member.
 * @throws VitrineError `invalid_request`
 */
export async function checkAudience(
  { stores }: Pick<Services, 'stores'>,
  audience: Audience,
): Promise<Audience> {
  if (audience === 'team') return audience;
  const members = await stores.members.list();
  const active = new Set(members.filter(({ removedAt }) => removedAt === null).map(({ id }) => id));
  if (!audience.every((id) => active.has(id))) {
    throw new VitrineError('invalid_request', 'Choose members of this team only');
  }
  return [...new Set(audience)];
}
