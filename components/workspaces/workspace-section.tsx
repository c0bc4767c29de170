import type { InputHTMLAttributes, ReactNode } from 'react';
import { SettingSection } from '../ui/setting-section.tsx';

/** One thing that admins decide for a workspace. */
export function WorkspaceSection(props: {
  title: string;
  note: ReactNode;
  error: string | null;
  children: ReactNode;
}) {
  return (
    <SettingSection id={props.title.toLowerCase().replaceAll(' ', '-')} title={props.title} note={props.note}>
      {props.children}
      {props.error && (
        <p className="bad" role="alert">
          {props.error}
        </p>
      )}
    </SettingSection>
  );
}

export interface WorkspaceEntry {
  name: string;
  /** Beside its name. */
  cell: ReactNode;
  /** `null`: it is not removed here. */
  onRemove: (() => void) | null;
}

/** What was added, each with a way to remove it; nothing where there is none. */
export function WorkspaceEntries(props: {
  label: string;
  columns: readonly [name: string, other: string];
  /** Names are of people, not what programs read. */
  areNames?: true;
  entries: readonly WorkspaceEntry[];
}) {
  const [first, second] = props.columns;
  if (props.entries.length === 0) return null;
  return (
    <div className="table-scroll">
      <table aria-label={props.label}>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            <th scope="col" className="l">
              {second}
            </th>
            <th scope="col">
              <span className="vh">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {props.entries.map(({ name, cell, onRemove }) => (
            <tr key={`${name} ${onRemove === null}`}>
              <th scope="row" className={props.areNames ? '' : 'mono'}>
                {name}
              </th>
              <td className="l">{cell}</td>
              <td>
                {onRemove && (
                  <button
                    type="button"
                    className="btn danger is-small"
                    aria-label={`Remove: ${name}`}
                    onClick={onRemove}
                  >
                    Remove
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** For what programs read: no browser completes or corrects it. */
export const CodeField = (props: InputHTMLAttributes<HTMLInputElement>) => (
  <span className="field">
    <input className="mono" autoComplete="off" autoCapitalize="none" spellCheck={false} {...props} />
  </span>
);

/** The fields of a submitted form. */
export const readFields = (form: HTMLFormElement): ((name: string) => string) => {
  const data = new FormData(form);
  return (name) => String(data.get(name) ?? '');
};
