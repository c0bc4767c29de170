import { GitCompareArrows } from 'lucide-react';
import { timeFormats } from '#components/ui/format-time.ts';
import type { MenuAction } from '#components/ui/menu-action.ts';
import type { EarlierRun } from '#lib/core/conversation/conversation-state.ts';

const maxRuns = 5;

/**
 * Other results of the same call to compare with, in the reader's time zone; runs within one minute are
 * distinguished by their seconds.
 */
export function compareActions(
  runs: readonly EarlierRun[],
  onCompare: (run: EarlierRun) => void,
): MenuAction[] {
  const shown = runs.slice(0, maxRuns);
  const minutes = shown.map(({ timestamp }) => timeFormats()['day-clock'](new Date(timestamp)));
  const isOneMinute = new Set(minutes).size < minutes.length;
  return shown.map((run) => {
    const date = new Date(run.timestamp);
    const isToday = timeFormats().near(date) === timeFormats().clock(date);
    const time = isOneMinute
      ? timeFormats().second(date)
      : timeFormats()[isToday ? 'clock' : 'day-clock'](date);
    return {
      label: `Compare with the run at ${time}`,
      icon: GitCompareArrows,
      onSelect: () => onCompare(run),
    };
  });
}
