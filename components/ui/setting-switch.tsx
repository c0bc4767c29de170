'use client';

import { type ReactNode, useState } from 'react';
import { sendJson } from './request-json.ts';

/** A team setting that is on or off: switched at once, and reverted if the server refuses it. */
export function SettingSwitch(props: {
  setting: 'linkShares' | 'namesPeople' | 'widening';
  isOn: boolean;
  label: string;
  note: ReactNode;
  onChanged?: () => void;
}) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [error, setError] = useState<string | null>(null);
  const isOn = chosen ?? props.isOn;
  const change = async (wanted: boolean) => {
    setChosen(wanted);
    const result = await sendJson<null>('PATCH', '/api/settings', { [props.setting]: wanted });
    setError(result.ok ? null : result.error);
    if (result.ok) props.onChanged?.();
    else setChosen(isOn);
  };
  return (
    <div className="setting-switch">
      <label className="choice">
        <input
          type="checkbox"
          className="check"
          checked={isOn}
          onChange={({ target }) => void change(target.checked)}
        />
        <span>
          {props.label}
          <br />
          <span className="dim small">{props.note}</span>
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
