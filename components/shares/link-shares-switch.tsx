'use client';

import { useState } from 'react';
import { sendJson } from '../ui/request-json.ts';

/** Lets the team make, and anybody open, links that ask nobody to sign in. */
export function LinkSharesSwitch(props: { isOn: boolean }) {
  const [isOn, setIsOn] = useState(props.isOn);
  const [error, setError] = useState<string | null>(null);
  const change = async (linkShares: boolean) => {
    setIsOn(linkShares);
    const result = await sendJson<null>('PATCH', '/api/settings', { linkShares });
    setError(result.ok ? null : result.error);
    if (!result.ok) setIsOn(!linkShares);
  };
  return (
    <div className="link-shares">
      <label className="choice">
        <input
          type="checkbox"
          className="check"
          checked={isOn}
          onChange={({ target }) => void change(target.checked)}
        />
        <span>
          Allow links for anyone
          <br />
          <span className="dim small">
            Whoever has such a link opens it without signing in. Switched off, those that are out ask to sign
            in.
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
