import type { RichView } from './viewer.ts';

/** Switches between an artifact's rich view and its source. */
export function FormSwitch(props: { rich: RichView; isRich: boolean; onChange: (isRich: boolean) => void }) {
  const pressed = (isRich: boolean) => ({
    'aria-pressed': props.isRich === isRich,
    onClick: () => props.onChange(isRich),
  });
  return (
    <fieldset className="seg" aria-label="Shown as">
      <button type="button" {...pressed(true)}>
        {props.rich.label}
      </button>
      <button type="button" {...pressed(false)}>
        Source
      </button>
    </fieldset>
  );
}
