'use client';

import { useRouter } from 'next/navigation';
import { useSettingSwitch } from '../ui/use-setting-switch.ts';

/** An admin's switch for one MCP server, by the setting that it changes. */
export function ServerSwitch(props: {
  server: string;
  setting: 'serverSplits' | 'gatewayServers';
  label: string;
  isOn: boolean;
}) {
  const { refresh } = useRouter();
  const setting = useSettingSwitch({
    isOn: props.isOn,
    toChange: (wanted) => ({ [props.setting]: { [props.server]: wanted } }),
    onChanged: refresh,
  });
  return (
    <>
      <input
        type="checkbox"
        className="check"
        aria-label={props.label}
        checked={setting.isOn}
        onChange={({ target }) => void setting.change(target.checked)}
      />
      {setting.error !== null && (
        <p className="bad" role="alert">
          {setting.error}
        </p>
      )}
    </>
  );
}
