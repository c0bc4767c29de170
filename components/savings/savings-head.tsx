'use client';

import { Download } from 'lucide-react';
import type { Day } from '#lib/core/algorithms/utc-days.ts';
import { MenuButton } from '../layout/menu-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { CompareSwitch } from './compare-switch.tsx';
import { RangeButton } from './range-button.tsx';
import { periodQuery, type SavingsChoice } from './savings-choice.ts';

interface Props {
  choice: SavingsChoice;
  today: Day;
  isStale: boolean;
  onChoose: (change: Partial<SavingsChoice>) => void;
}

export function SavingsHead({ choice, today, isStale, onChoose }: Props) {
  return (
    <header className="head">
      <MenuButton />
      <h1>Savings</h1>
      <span className="dim small" role="status">
        {isStale && 'Not up to date'}
      </span>
      <RangeButton period={choice} today={today} onChoose={onChoose} />
      <CompareSwitch
        isCompared={choice.isCompared}
        period={choice}
        onChange={(isCompared) => onChoose({ isCompared })}
      />
      <a className="btn" href={exportUrl(choice, 'csv')} download>
        <Icon of={Download} isSmall />
        CSV
      </a>
      <a className="btn" href={exportUrl(choice, 'json')} download={`savings-${choice.groupBy}.json`}>
        JSON
      </a>
    </header>
  );
}

const exportUrl = (choice: SavingsChoice, format: 'csv' | 'json'): string =>
  `/api/savings?${new URLSearchParams({ ...periodQuery(choice), groupBy: choice.groupBy, format })}`;
