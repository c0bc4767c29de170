import { SettingSwitch } from '../ui/setting-switch.tsx';

/** Allows links that anybody can open without signing in. */
export const LinkSharesSwitch = ({ isOn }: { isOn: boolean }) => (
  <SettingSwitch
    setting="linkShares"
    isOn={isOn}
    label="Allow links for anyone"
    note="Anyone with the link can open it without signing in. When off, existing links ask people to sign in."
  />
);
