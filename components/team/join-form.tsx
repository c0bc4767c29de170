'use client';

import { type FormEvent, useState } from 'react';
import { limits } from '#lib/core/limits.ts';

/**
 * For people without an account: asks for a display name. An invite for an existing member already has one.
 */
export function JoinForm(props: { wanted: string | null; onJoin: (name: string) => Promise<void> }) {
  const [name, setName] = useState(props.wanted ?? '');
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || name.trim() === '') return;
    setIsBusy(true);
    await props.onJoin(name.trim());
    setIsBusy(false);
  };
  return (
    <form className="entry-form" onSubmit={(event) => void submit(event)}>
      {props.wanted === null && (
        <label>
          <span className="lab">Your name</span>
          <span className="field">
            <input
              required
              maxLength={limits.titleCharacters}
              autoComplete="name"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </span>
        </label>
      )}
      <button type="submit" className="btn primary entry-action" aria-disabled={isBusy}>
        {props.wanted === null ? 'Join' : `Sign in as ${props.wanted}`}
      </button>
    </form>
  );
}
