'use client';

import { useState } from 'react';
import { sendJson } from '../ui/request-json.ts';

/** Lets everybody see what each person's figures are. */
export function NamesSwitch(props: { isOn: boolean }) {
  const [isOn, setIsOn] = useState(props.isOn);
  const [error, setError] = useState<string | null>(null);
  const change = async (namesPeople: boolean) => {
    setIsOn(namesPeople);
    const result = await sendJson<null>('PATCH', '/api/settings', { namesPeople });
    setError(result.ok ? null : result.error);
    if (!result.ok) setIsOn(!namesPeople);
  };
  return (
    <div className="names-switch">
      <label className="choice">
        <input
          type="checkbox"
          className="check"
          checked={isOn}
          onChange={({ target }) => void change(target.checked)}
        />
        <span>
          Everybody sees each person’s figures
          <br />
          <span className="dim small">
            Switched off, members see their own and the sum of all others’; admins see everybody’s.
          </span>
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
