import type { Relation } from '../../lib/core/artifact.ts';

const meanings: Record<Relation, string> = {
  equal: 'Both sides are the same bytes.',
  summary: 'The model read a short view of this.',
  transformed: 'The model read this in another form.',
};

/** How the model's side relates to this one, as the server found it. */
export function RelationBadge({ relation }: { relation: Relation }) {
  return (
    <span className={relation === 'transformed' ? 'badge accent' : 'badge'} title={meanings[relation]}>
      {relation}
    </span>
  );
}
