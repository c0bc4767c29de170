'use client';

import { useRouter } from 'next/navigation';
import { type SubmitEvent, useId, useState } from 'react';
import { pageLimits } from '#lib/core/page-limits.ts';
import { sendJson } from '../ui/request-json.ts';

/** The member's name, stored when they leave the field. */
export function NameField({ name, canChange }: { name: string; canChange: boolean }) {
  const id = useId();
  const { refresh } = useRouter();
  const [text, setText] = useState(name);
  const [savedAs, setSavedAs] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  if (!canChange) {
    return (
      <div>
        <span className="lab">Name</span>
        <p className="mid">{name}</p>
        <p className="dim small">The user who runs the server.</p>
      </div>
    );
  }
  const save = async () => {
    if (text.trim() === (savedAs ?? name)) return setError(null);
    const result = await sendJson<null>('PATCH', '/api/profile', { name: text });
    setError(result.ok ? null : result.error);
    if (!result.ok) return;
    setSavedAs(text.trim());
    refresh();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void save();
  };
  return (
    <form onSubmit={submit}>
      <label className="lab" htmlFor={id}>
        Name
      </label>
      <span className="field">
        <input
          id={id}
          required
          maxLength={pageLimits.titleCharacters}
          autoComplete="name"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onBlur={() => void save()}
        />
      </span>
      {error && (
        <p className="bad" role="alert">
          {error}
        </p>
      )}
      <p className="dim small" role="status">
        {savedAs !== null && error === null ? 'Saved. What you wrote before keeps the old name.' : ''}
      </p>
    </form>
  );
}
