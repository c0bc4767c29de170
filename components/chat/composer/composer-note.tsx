import type { ReactNode } from 'react';

/** A line between the attachments and the text. */
export function ComposerNote(props: {
  isBad?: boolean;
  action?: { label: string; onClick: () => void };
  children: ReactNode;
}) {
  return (
    <div className={props.isBad ? 'composer-note is-bad' : 'composer-note'} role="status">
      <span className="grow">{props.children}</span>
      {props.action && (
        <button type="button" className="btn slim" onClick={props.action.onClick}>
          {props.action.label}
        </button>
      )}
    </div>
  );
}
