import { SettingSwitch } from '#components/ui/setting-switch.tsx';
import { recallControl } from '#lib/core/vocabulary/ledger/recall-control.ts';

const rules =
  'After a run, views that were too short get 50% more room for later calls, ' +
  `at most ${recallControl.maxSteps} times. Each change is listed below and can be undone; the view then keeps ` +
  `its size for ${recallControl.restDays} days. Budgets set in the config file never change. Turning this off ` +
  'keeps the changes made so far.';

/** Whether views widen automatically: admins choose, everyone can see it. */
export function WideningSwitch(props: { isOn: boolean; isAdmin: boolean; onChanged: () => void }) {
  if (props.isAdmin) {
    return (
      <SettingSwitch
        setting="widening"
        isOn={props.isOn}
        label="Widen views that are too short"
        note={rules}
        onChanged={props.onChanged}
      />
    );
  }
  return (
    <p>
      Views {props.isOn ? 'widen' : 'do not widen'} automatically. Only admins can change this.
      <br />
      <span className="dim small">{rules}</span>
    </p>
  );
}
