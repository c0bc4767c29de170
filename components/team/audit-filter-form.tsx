import { SelectBox } from '../ui/select-box.tsx';
import type { AuditChoice } from './audit-choice.ts';
import { auditWords } from './audit-words.ts';

/**
 * A form that requests the page with its filter: it works without scripts, and its address can be bookmarked.
 */
export function AuditFilterForm(props: { choice: AuditChoice; people: { id: string; name: string }[] }) {
  const { choice, people } = props;
  return (
    <form className="audit-filter" action="/audit">
      <Select
        label="What"
        name="action"
        value={choice.action}
        choices={Object.entries(auditWords).map(([value, label]) => ({ value, label }))}
      />
      <Select
        label="Who"
        name="by"
        value={choice.by}
        choices={people.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Day label="From (UTC)" name="from" value={choice.from} />
      <Day label="To (UTC)" name="to" value={choice.to} />
      <button type="submit" className="btn">
        Show
      </button>
    </form>
  );
}

function Select(props: {
  label: string;
  name: string;
  value: string;
  choices: { value: string; label: string }[];
}) {
  return (
    <label>
      <span className="lab">{props.label}</span>
      <SelectBox
        name={props.name}
        defaultValue={props.value}
        choices={[{ value: '', label: 'All' }, ...props.choices]}
      />
    </label>
  );
}

function Day({ label, name, value }: { label: string; name: string; value: string }) {
  return (
    <label>
      <span className="lab">{label}</span>
      <span className="field">
        <input type="date" name={name} defaultValue={value.slice(0, 10)} />
      </span>
    </label>
  );
}
