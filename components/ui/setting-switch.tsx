'use client';

import type { ReactNode } from 'react';
import { SwitchRow } from './switch-row.tsx';
import { useSettingSwitch } from './use-setting-switch.ts';

/** A team setting that is on or off, with what it means. */
export function SettingSwitch(props: {
  setting: 'linkShares' | 'namesPeople' | 'widening' | 'readsInstructionFiles' | 'continuesRuns';
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
      <SwitchRow
        isOn={isOn}
        label={props.label}
        note={props.note}
        onChange={(wanted) => void change(wanted)}
      />
      {error && (
        <p className="bad" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
