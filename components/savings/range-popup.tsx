'use client';

import type { Day } from '#lib/core/algorithms/utc-days.ts';
import { PopoverPopup, type PopoverPopupProps } from '../ui/popover-popup.tsx';
import { RangeForm } from './range-form.tsx';
import { rangePresets } from './range-presets.ts';
import type { SavingsPeriod } from './savings-choice.ts';

/** The ranges of days to choose from. */
export function RangePopup(
  props: PopoverPopupProps & {
    period: SavingsPeriod;
    today: Day;
    onChoose: (period: SavingsPeriod) => void;
  },
) {
  const { period, today, onChoose, ...popover } = props;
  const choose = (chosen: SavingsPeriod) => {
    popover.onOpenChange(false);
    onChoose(chosen);
  };
  return (
    <PopoverPopup {...popover} className="menu range" label="Days to count" isFixed>
      <ul>
        {rangePresets(today).map(({ label, period: preset }) => (
          <li key={label}>
            <button
              type="button"
              className="menu-item"
              aria-pressed={preset.from === period.from && preset.to === period.to}
              onClick={() => choose(preset)}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
      <RangeForm period={period} onChoose={choose} />
    </PopoverPopup>
  );
}
