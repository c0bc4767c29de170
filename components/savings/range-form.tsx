import { type FormEvent, useId, useState } from 'react';
import { faultOfPeriod, type SavingsPeriod } from './savings-choice.ts';

/** A custom range of days, in whole UTC days. */
export function RangeForm(props: {
  period: SavingsPeriod;
  onChoose: (period: SavingsPeriod) => void;
  /** Label of the submit button. */
  verb?: string;
  isBusy?: boolean;
}) {
  const [period, setPeriod] = useState(props.period);
  const [isReported, setIsReported] = useState(false);
  const faultId = useId();
  const fault = faultOfPeriod(period);
  const isReversed = period.from > period.to && period.to !== '';
  const shown = fault !== null && (isReported || isReversed) ? fault : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsReported(true);
    if (fault === null && !props.isBusy) props.onChoose(period);
  };
  const day = (name: keyof SavingsPeriod, label: string) => (
    <label>
      <span className="lab">{label}</span>
      <span className="field">
        <input
          type="date"
          required
          value={period[name]}
          onChange={({ target }) => setPeriod({ ...period, [name]: target.value })}
          {...(shown === null ? {} : { 'aria-invalid': true, 'aria-describedby': faultId })}
        />
      </span>
    </label>
  );
  return (
    <form noValidate onSubmit={submit}>
      {day('from', 'First day (UTC)')}
      {day('to', 'Last day (UTC)')}
      <p className="bad small" id={faultId} role="alert">
        {shown}
      </p>
      <button type="submit" className="btn primary" aria-disabled={props.isBusy === true}>
        {props.verb ?? 'Show'}
      </button>
    </form>
  );
}
