import { EyeOff } from 'lucide-react';
import type { ArtifactType } from '../../../lib/core/artifact.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { Icon } from '../../ui/icon.tsx';
import { countHidden } from '../text/hidden-characters.ts';

/** What programs print for terminals has control characters by its nature: its viewer neutralises them. */
export const marksHidden = (type: ArtifactType): boolean => type !== 'terminal' && type !== 'media';

/** Over lines in which something does not show: people see marks there, the model got them without. */
export function HiddenNote({ type, lines }: { type: ArtifactType; lines: readonly string[] }) {
  const count = marksHidden(type) ? countHidden(lines) : 0;
  return count > 0 && <HiddenCountNote count={count} />;
}

/** @param props `areMarkedHere`: each stands there with its name */
export function HiddenCountNote({ count, areMarkedHere = true }: { count: number; areMarkedHere?: boolean }) {
  return (
    <div className="hidden-note">
      <div className="note warn">
        <Icon of={EyeOff} />
        <p className="grow">
          {count === 1
            ? '1 character here is invisible or changes the reading order.'
            : `${formatNumber(count)} characters here are invisible or change the reading order.`}
          {!areMarkedHere && ' Open Source to see them marked.'}
        </p>
      </div>
    </div>
  );
}
