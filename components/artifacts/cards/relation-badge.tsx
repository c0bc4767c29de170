import { TriangleAlert } from 'lucide-react';
import { Icon } from '#components/ui/icon.tsx';
import type { CheckedRelation } from '#lib/core/api/artifact-views.ts';

const badges: Record<CheckedRelation, { className: string; meaning: string }> = {
  equal: { className: 'badge', meaning: 'Both views are the same bytes.' },
  summary: { className: 'badge', meaning: 'The model read a short view of this.' },
  transformed: { className: 'badge accent', meaning: 'The model read this in another form.' },
  mismatch: { className: 'badge bad', meaning: 'Bytes do not match their hash.' },
};

/** How the assistant view relates to this one, as the server verified it. */
export function RelationBadge({ relation }: { relation: CheckedRelation }) {
  const { className, meaning } = badges[relation];
  return (
    <span className={className} title={meaning}>
      {relation === 'mismatch' && <Icon of={TriangleAlert} isSmall />}
      {relation}
    </span>
  );
}
