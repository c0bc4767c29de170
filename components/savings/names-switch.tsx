import { SettingSwitch } from '../ui/setting-switch.tsx';

/** Lets every member see each person's figures. */
export const NamesSwitch = ({ isOn }: { isOn: boolean }) => (
  <SettingSwitch
    setting="namesPeople"
    isOn={isOn}
    label="Show each person’s figures to everyone"
    note="When off, members see their own figures and one total for everyone else. Admins always see each person’s."
  />
);
