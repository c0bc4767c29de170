'use client';

import type { ReactNode } from 'react';
import { useSettingSwitch } from './use-setting-switch.ts';

/** A team setting that is on or off, with what it means. */
export function SettingSwitch(props: {
  setting: 'linkShares' | 'namesPeople' | 'widening' | 'readsInstructionFiles';
  isOn: boolean;
  label: string;
  note: ReactNode;
  onChanged?: () => void;
}) {
  const { setting, onChanged } = props;
  const { isOn, error, change } = useSettingSwitch({
    isOn: props.isOn,
    toChange: (wanted) => ({ [setting]: wanted }),
    ...(onChanged ? { onChanged } : {}),
  });
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
