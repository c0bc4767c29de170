'use client';

import { Lock } from 'lucide-react';
import { type FormEvent, useRef } from 'react';
import { Icon } from '#components/ui/icon.tsx';

/** Asks for the password of a locked PDF. It is used in this page, and sent nowhere. */
export function PdfPassword(props: { hasFailed: boolean; onEnter: (password: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const password = field.current?.value ?? '';
    if (password !== '') props.onEnter(password);
  };
  return (
    <div className="mid-empty">
      <Icon of={Lock} />
      <b>This PDF is locked</b>
      <span role="status">
        {props.hasFailed ? 'That was not its password.' : 'Its password stays in this page.'}
      </span>
      <form className="pdf-password" onSubmit={submit}>
        <span className="field">
          <input
            ref={field}
            type="password"
            aria-label="Password of the PDF"
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: after a wrong password, the next one is typed
            autoFocus={props.hasFailed}
          />
        </span>
        <button type="submit" className="btn">
          Unlock
        </button>
      </form>
    </div>
  );
}
