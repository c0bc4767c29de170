import { SelectBox } from '#components/ui/select-box.tsx';
import type { ElicitationField } from '#lib/core/vocabulary/tools/elicitation.ts';

/** One field of what a server asks. */
export function ElicitationInput({ field, idPrefix }: { field: ElicitationField; idPrefix: string }) {
  const { kind, name, label, description, isRequired } = field;
  const id = `${idPrefix}-${name}`;
  const note = description && (
    <span id={`${id}-note`} className="elicitation-note">
      {description}
    </span>
  );
  const shared = { id, name, ...(description ? { 'aria-describedby': `${id}-note` } : {}) };
  if (kind === 'flag') {
    return (
      <div className="elicitation-field">
        <label className="elicitation-choice">
          <input type="checkbox" className="check" {...shared} defaultChecked={field.initial} />
          {label}
        </label>
        {note}
      </div>
    );
  }
  if (kind === 'choices') {
    return (
      <fieldset className="elicitation-field">
        <legend>{wordsOf(label, isRequired)}</legend>
        {field.options.map(({ value, label: words }) => (
          <label key={value} className="elicitation-choice">
            <input
              type="checkbox"
              className="check"
              name={name}
              value={value}
              defaultChecked={field.initial.includes(value)}
            />
            {words}
          </label>
        ))}
        {note}
      </fieldset>
    );
  }
  return (
    <div className="elicitation-field">
      <label htmlFor={id}>{wordsOf(label, isRequired)}</label>
      {kind === 'choice' ? (
        <SelectBox
          {...shared}
          choices={[...(field.initial === '' ? [{ value: '', label: 'Choose …' }] : []), ...field.options]}
          defaultValue={field.initial}
          required={isRequired}
        />
      ) : (
        <span className="field">
          {kind === 'number' ? (
            <input
              {...shared}
              type="number"
              step={field.isInteger ? 1 : 'any'}
              min={field.minimum ?? undefined}
              max={field.maximum ?? undefined}
              defaultValue={field.initial ?? ''}
              required={isRequired}
            />
          ) : (
            <input
              {...shared}
              type={field.format === null ? 'text' : inputTypes[field.format]}
              minLength={field.minLength ?? undefined}
              maxLength={field.maxLength ?? undefined}
              defaultValue={field.initial}
              required={isRequired}
              autoComplete="off"
            />
          )}
        </span>
      )}
      {note}
    </div>
  );
}

const inputTypes = { email: 'email', uri: 'url', date: 'date', 'date-time': 'datetime-local' } as const;
const wordsOf = (label: string, isRequired: boolean): string => (isRequired ? label : `${label}, if any`);
