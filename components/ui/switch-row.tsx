import type { ReactNode } from 'react';

/** Something that is on or off, and what it means. */
export function SwitchRow(props: {
  isOn: boolean;
  label: ReactNode;
  note?: ReactNode;
  onChange: (isOn: boolean) => void;
}) {
  return (
    <label className="choice">
      <input
        type="checkbox"
        role="switch"
        className="switch"
        checked={props.isOn}
        aria-checked={props.isOn}
        onChange={({ target }) => props.onChange(target.checked)}
      />
      <span>
        {props.label}
        {props.note && (
          <>
            <br />
            <span className="dim small">{props.note}</span>
          </>
        )}
      </span>
    </label>
  );
}
