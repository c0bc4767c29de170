import { SettingSwitch } from '../ui/setting-switch.tsx';

/** Lets everybody see what each person's figures are. */
export const NamesSwitch = ({ isOn }: { isOn: boolean }) => (
  <SettingSwitch
    setting="namesPeople"
    isOn={isOn}
    label="Everybody sees each person’s figures"
    note="Switched off, members see their own and the sum of all others’; admins see everybody’s."
  />
);
