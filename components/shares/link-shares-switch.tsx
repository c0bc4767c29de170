import { SettingSwitch } from '../ui/setting-switch.tsx';

/** Lets the team make, and anybody open, links that ask nobody to sign in. */
export const LinkSharesSwitch = ({ isOn }: { isOn: boolean }) => (
  <SettingSwitch
    setting="linkShares"
    isOn={isOn}
    label="Allow links for anyone"
    note="Whoever has such a link opens it without signing in. Switched off, those that are out ask to sign in."
  />
);
