'use client';

import { Calendar, ChevronDown } from 'lucide-react';
import type { Day } from '#lib/core/algorithms/utc-days.ts';
import { Icon } from '../ui/icon.tsx';
import { lazyPopup } from '../ui/lazy-component.tsx';
import { usePopupButton } from '../ui/use-popup-button.ts';
import { formatRange } from './format-day.ts';
import type { SavingsPeriod } from './savings-choice.ts';

const RangePopup = lazyPopup(async () => (await import('./range-popup.tsx')).RangePopup);

/** Chooses which days are counted. */
export function RangeButton(props: {
  period: SavingsPeriod;
  today: Day;
  onChoose: (period: SavingsPeriod) => void;
}) {
  const { period } = props;
  const { buttonProps, popupProps } = usePopupButton(RangePopup);
  return (
    <>
      <button {...buttonProps} className="btn">
        <Icon of={Calendar} isSmall />
        {formatRange(period.from, period.to)}
        <Icon of={ChevronDown} isSmall />
      </button>
      <RangePopup {...popupProps} {...props} />
    </>
  );
}
