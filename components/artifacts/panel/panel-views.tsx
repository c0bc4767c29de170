'use client';

import { Columns2 } from 'lucide-react';
import { formatNumber } from '#components/ui/format-number.ts';
import { Icon } from '#components/ui/icon.tsx';
import { TimeText } from '#components/ui/time-text.tsx';
import type { ArtifactViews } from '#lib/core/api/artifact-views.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { ExpiryRing } from '../cards/expiry-ring.tsx';
import { formatFullTokens } from '../cards/format-full-tokens.ts';
import { RelationBadge } from '../cards/relation-badge.tsx';
import type { Keeping } from '../cards/use-keeping.ts';
import { FormSwitch } from '../viewers/form-switch.tsx';
import type { RichView } from '../viewers/viewer.ts';
import type { SeenView } from './panel-subject.ts';

export type ShownView = 'everything' | 'seen' | 'both';

/** The bar that chooses a view: everything, what the model saw, or both next to each other. */
export function PanelViews(props: {
  shownView: ShownView;
  onShow: (shownView: ShownView) => void;
  seen: SeenView | null;
  metadata: ArtifactMetadata | null;
  keeping: Keeping | null;
  /** The server's check of the stored bytes; `null`: not checked yet, or there are none. */
  views: ArtifactViews | null;
  /** `null`: the source is its only form. */
  form: { rich: RichView; isRich: boolean; onChange: (isRich: boolean) => void } | null;
}) {
  const { shownView, onShow, seen, metadata, form, views } = props;
  const pressed = (value: ShownView) => ({
    'aria-pressed': shownView === value,
    onClick: () => onShow(value),
  });
  return (
    <div className="panel-bar views">
      {seen ? (
        <fieldset className="seg" aria-label="View">
          <button type="button" {...pressed('everything')}>
            Everything <b>{formatFullTokens(seen)}</b>
          </button>
          <button type="button" {...pressed('seen')}>
            <span>
              <span className="spare">What the </span>
              <span>model saw</span>
            </span>{' '}
            <b>{formatNumber(seen.telemetry.sentTokens)}</b>
          </button>
          <button type="button" className="wide-only" title="Both views  B" {...pressed('both')}>
            <Icon of={Columns2} isSmall />
            <span className="spare">Both</span>
          </button>
        </fieldset>
      ) : (
        <span className="dim">Everything</span>
      )}
      {metadata?.state === 'writing' && <span className="accent strong">running</span>}
      {seen && <RelationBadge relation={views?.relation ?? seen.telemetry.relation} />}
      {views?.check && (
        <span className="checked clip">
          Checked by the server against the stored bytes, <TimeText iso={views.check.checkedAt} as="second" />
        </span>
      )}
      <span className="grow" />
      {form && shownView !== 'seen' && <FormSwitch {...form} />}
      {metadata?.state === 'complete' && <ExpiryRing metadata={metadata} keeping={props.keeping} />}
    </div>
  );
}
