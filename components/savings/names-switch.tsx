import { SettingSwitch } from '../ui/setting-switch.tsx';

/** Lets everybody see what each person's figures are. */
export const NamesSwitch = ({ isOn }: { isOn: boolean }) => (
  <SettingSwitch
    setting="namesPeople"
    isOn={isOn}
    label="Show each person’s figures to everyone"
    note="When off, members see their own figures and one total for everyone else. Admins always see each person’s."
  />
);
