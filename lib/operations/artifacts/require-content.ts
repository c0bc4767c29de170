import { expired, notFound } from '#lib/core/errors.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { memberWithRights } from '#lib/core/vocabulary/team/member-with-rights.ts';
import type { Services } from '#lib/services.ts';
import type { ArtifactRecord } from '#lib/stores/stores.ts';
import { requireReadable } from '../access.ts';
import { mayOpenShare } from './read-share.ts';

type Needs = Pick<Services, 'stores' | 'config' | 'localMember'>;

/**
 * The artifact behind a link to the content origin, if the member it was made for may still see it. The store
 * is asked each time, so removed members and revoked shares are noticed.
 * @throws VitrineError `not_found`, `artifact_expired`
 */
export async function requireContent(needs: Needs, id: string, memberId: string): Promise<ArtifactRecord> {
  const member = await findMember(needs, memberId);
  const record = id.startsWith('shr_')
    ? await findShared(needs, member, id)
    : await findOwn(needs, member, id);
  if (!record) throw notFound();
  if (record.metadata.state === 'expired') throw expired();
  return record;
}

async function findMember({ stores, config, localMember }: Needs, id: string): Promise<Member | null> {
  if (config.signIn === null) return localMember.id === id ? localMember : null;
  const record = id === '' ? null : await stores.members.get(id);
  return record && record.removedAt === null ? memberWithRights(record, await stores.settings.get()) : null;
}

const findOwn = async (needs: Needs, member: Member | null, id: string): Promise<ArtifactRecord | null> =>
  member && (await requireReadable(needs, member, id)).artifact;

async function findShared(needs: Needs, member: Member | null, id: string): Promise<ArtifactRecord | null> {
  const share = await needs.stores.shares.get(id);
  if (!share || !(await mayOpenShare(needs, member, share))) return null;
  return await needs.stores.artifacts.get(id);
}
