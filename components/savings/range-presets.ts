import { addDays, type Day } from '#lib/core/algorithms/utc-days.ts';
import { lastDays, type SavingsPeriod } from './savings-choice.ts';

/** All of them end today. */
export const rangePresets = (today: Day): { label: string; period: SavingsPeriod }[] => [
  { label: 'Today', period: lastDays(1, today) },
  { label: '7 days', period: lastDays(7, today) },
  { label: '30 days', period: lastDays(30, today) },
  { label: '90 days', period: lastDays(90, today) },
  { label: '12 months', period: { from: yearBefore(today), to: today } },
];

/** The day after the same day of the year before; for both 28 and 29 February that is 1 March. */
function yearBefore(day: Day): Day {
  const same = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return day.endsWith('02-29') ? same.replace('02-29', '03-01') : addDays(same, 1);
}
