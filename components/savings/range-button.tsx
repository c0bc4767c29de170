'use client';

import { Popover } from '@base-ui/react/popover';
import { Calendar, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { Day } from '../../lib/core/utc-days.ts';
import { Icon } from '../ui/icon.tsx';
import { formatRange } from './format-day.ts';
import { RangeForm } from './range-form.tsx';
import { rangePresets } from './range-presets.ts';
import type { SavingsPeriod } from './savings-choice.ts';

interface Props {
  period: SavingsPeriod;
  today: Day;
  onChoose: (period: SavingsPeriod) => void;
}

/** Which days are counted. */
export function RangeButton({ period, today, onChoose }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const choose = (chosen: SavingsPeriod) => {
    setIsOpen(false);
    onChoose(chosen);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger className="btn">
        <Icon of={Calendar} isSmall />
        {formatRange(period.from, period.to)}
        <Icon of={ChevronDown} isSmall />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner
          className="menu-at"
          positionMethod="fixed"
          align="end"
          sideOffset={4}
          collisionPadding={8}
        >
          <Popover.Popup className="menu range" aria-label="Days to count">
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
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
