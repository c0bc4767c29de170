import { useState } from 'react';
import type { SettingsChange } from '#lib/core/vocabulary/team/team-settings.ts';
import { sendJson } from './request-json.ts';

/** A team setting that is on or off: switched at once, and reverted if the server refuses it. */
export function useSettingSwitch(props: {
  isOn: boolean;
  toChange: (isOn: boolean) => SettingsChange;
  onChanged?: () => void;
}): { isOn: boolean; error: string | null; change: (wanted: boolean) => Promise<void> } {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [error, setError] = useState<string | null>(null);
  const isOn = chosen ?? props.isOn;
  return {
    isOn,
    error,
    async change(wanted) {
      setChosen(wanted);
      const result = await sendJson<null>('PATCH', '/api/settings', props.toChange(wanted));
      setError(result.ok ? null : result.error);
      if (result.ok) props.onChanged?.();
      else setChosen(isOn);
    },
  };
}
