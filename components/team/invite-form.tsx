'use client';

import { type FormEvent, useState } from 'react';
import type { Role } from '#lib/core/vocabulary/team/member.ts';
import { requestInvite } from './create-invite.ts';
import { roleNames } from './role-names.ts';

const roles: readonly { value: Role; text: string }[] = [
  { value: 'member', text: 'Can use the agent and share results.' },
  { value: 'admin', text: 'Can also invite and remove people, and read the audit log.' },
];

export function InviteForm({ onCreated }: { onCreated: (url: string) => void }) {
  const [role, setRole] = useState<Role>('member');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    const result = await requestInvite({ role });
    setIsBusy(false);
    if (result.ok) onCreated(result.value.url);
    else setError(result.error);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <div className="in">
        <fieldset>
          <legend>Role</legend>
          {roles.map(({ value, text }) => (
            <label key={value} className="choice">
              <input
                type="radio"
                className="radio"
                name="role"
                value={value}
                checked={role === value}
                onChange={() => setRole(value)}
              />
              <span>
                {roleNames[value]}
                <br />
                <span className="dim small">{text}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {error && (
          <p className="bad" role="alert">
            {error}
          </p>
        )}
      </div>
      <footer>
        <span className="dim grow small">Works once. Expires in 24 hours.</span>
        <button type="submit" className="btn primary" aria-disabled={isBusy}>
          Create link
        </button>
      </footer>
    </form>
  );
}
