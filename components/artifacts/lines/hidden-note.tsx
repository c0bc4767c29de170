import { EyeOff } from 'lucide-react';
import { formatNumber } from '#components/ui/format-number.ts';
import { Icon } from '#components/ui/icon.tsx';

/**
 * Warns of invisible characters: people see marks for them, but the model got the text without marks.
 * @param props `areMarkedHere`: each is shown by its name in this view
 */
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
