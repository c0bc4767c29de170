import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { DocumentQuery } from '#lib/stores/stores.ts';

/** Who searches, as the index knows what they may read. */
export const readerOf = ({ id, closed }: Member): Required<Pick<DocumentQuery, 'memberId' | 'closed'>> => ({
  memberId: id,
  closed: closed?.use ?? [],
});
