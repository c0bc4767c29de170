import { useOptimistic, useTransition } from 'react';
import { formatBefore, type SavingsPeriod } from './savings-choice.ts';

interface Props {
  isCompared: boolean;
  period: SavingsPeriod;
  onChange: (isCompared: boolean) => void;
}

/** Shows the new choice at once, before its figures arrive. */
export function CompareSwitch({ isCompared, period, onChange }: Props) {
  const [isChosen, setIsChosen] = useOptimistic(isCompared);
  const [, startTransition] = useTransition();
  return (
    <label className="btn">
      <input
        type="checkbox"
        className="check"
        checked={isChosen}
        onChange={({ target: { checked } }) =>
          startTransition(() => {
            setIsChosen(checked);
            onChange(checked);
          })
        }
      />
      Compare with {formatBefore(period)}
    </label>
  );
}
