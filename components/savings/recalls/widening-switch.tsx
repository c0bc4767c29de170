import { recallControl } from '../../../lib/core/recall-control.ts';
import { SettingSwitch } from '../../ui/setting-switch.tsx';

const rules =
  'When a run ends, what is too thin gets half as much room again for later calls, ' +
  `${recallControl.mostSteps} times at most. Each step stands here and can be undone; the kind then rests ` +
  `for ${recallControl.restDays} days. A budget set in the config stays as it is. Switched off, steps that ` +
  'were made hold until they are undone.';

/** Whether views widen by themselves: for admins to choose, for all to know. */
export function WideningSwitch(props: { isOn: boolean; isAdmin: boolean; onChanged: () => void }) {
  if (props.isAdmin) {
    return (
      <SettingSwitch
        setting="widening"
        isOn={props.isOn}
        label="Widen views that are too thin"
        note={rules}
        onChanged={props.onChanged}
      />
    );
  }
  return (
    <p>
      Views {props.isOn ? 'widen' : 'do not widen'} by themselves; admins choose that.
      <br />
      <span className="dim small">{rules}</span>
    </p>
  );
}
