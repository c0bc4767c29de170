'use client';

import { useRouter } from 'next/navigation';
import { useSettingSwitch } from '../ui/use-setting-switch.ts';

/** An admin's switch: whether the results of an MCP server are split. */
export function ServerSplitSwitch({ server, isOn }: { server: string; isOn: boolean }) {
  const { refresh } = useRouter();
  const setting = useSettingSwitch({
    isOn,
    toChange: (wanted) => ({ serverSplits: { [server]: wanted } }),
    onChanged: refresh,
  });
  return (
    <>
      <input
        type="checkbox"
        className="check"
        aria-label={`Split results of ${server}`}
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
