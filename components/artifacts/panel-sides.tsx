'use client';

import { Columns2 } from 'lucide-react';
import type { ArtifactMetadata } from '../../lib/core/artifact.ts';
import { formatNumber } from '../ui/format-number.ts';
import { Icon } from '../ui/icon.tsx';
import { ExpiryRing } from './expiry-ring.tsx';
import type { SeenSide } from './panel-subject.ts';
import { RelationBadge } from './relation-badge.tsx';

export type Side = 'everything' | 'seen' | 'both';

/** The bar that chooses a side: everything, what the model saw, or both beside each other. */
export function PanelSides(props: {
  side: Side;
  onSide: (side: Side) => void;
  seen: SeenSide | null;
  metadata: ArtifactMetadata | null;
}) {
  const { side, onSide, seen, metadata } = props;
  const full = seen?.fullTokens ?? null;
  const pressed = (value: Side) => ({ 'aria-pressed': side === value, onClick: () => onSide(value) });
  return (
    <div className="panel-bar">
      {seen ? (
        <fieldset className="seg" aria-label="Side">
          <button type="button" {...pressed('everything')}>
            Everything <b>{full === null ? '?' : formatNumber(full)}</b>
          </button>
          <button type="button" {...pressed('seen')}>
            <span className="wide-only">What the model saw</span>
            <span className="narrow-only">Model saw</span> <b>{formatNumber(seen.telemetry.sentTokens)}</b>
          </button>
          <button type="button" className="wide-only" title="Both sides  B" {...pressed('both')}>
            <Icon of={Columns2} isSmall />
            Both
          </button>
        </fieldset>
      ) : (
        <span className="dim">Everything</span>
      )}
      {metadata?.state === 'writing' && <span className="accent strong">running</span>}
      {seen && <RelationBadge relation={seen.telemetry.relation} />}
      <span className="grow" />
      {metadata?.state === 'complete' && <ExpiryRing metadata={metadata} />}
    </div>
  );
}
