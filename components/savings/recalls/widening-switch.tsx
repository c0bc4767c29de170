import { useState } from 'react';
import { recallControl } from '../../../lib/core/recall-control.ts';
import { sendJson } from '../../ui/request-json.ts';

/** Whether views widen by themselves: for admins to choose, for all to know. */
export function WideningSwitch(props: { isOn: boolean; isAdmin: boolean; onChanged: () => void }) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [error, setError] = useState<string | null>(null);
  const change = async (widening: boolean) => {
    setChosen(widening);
    const result = await sendJson<null>('PATCH', '/api/settings', { widening });
    setError(result.ok ? null : result.error);
    if (result.ok) props.onChanged();
    else setChosen(null);
  };
  const rules = (
    <span className="dim small">
      When a run ends, what is too thin gets half as much room again for later calls,{' '}
      {recallControl.mostSteps} times at most. Each step stands here and can be undone; the kind then rests
      for {recallControl.restDays} days. A budget set in the config stays as it is. Switched off, steps that
      were made hold until they are undone.
    </span>
  );
  if (!props.isAdmin) {
    return (
      <p>
        Views {props.isOn ? 'widen' : 'do not widen'} by themselves; admins choose that.
        <br />
        {rules}
      </p>
    );
  }
  return (
    <div>
      <label className="choice">
        <input
          type="checkbox"
          className="check"
          checked={chosen ?? props.isOn}
          onChange={({ target }) => void change(target.checked)}
        />
        <span>
          Widen views that are too thin
          <br />
          {rules}
        </span>
      </label>
      {error && (
        <p className="bad" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
