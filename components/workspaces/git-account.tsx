'use client';

import { useId } from 'react';

/** What a member signs in with at a server of repositories. */
export function GitAccount(props: {
  host: string;
  hasCredential: boolean;
  /** It cannot be done without. */
  isRequired: boolean;
  onForget: () => void;
}) {
  const { host } = props;
  const id = useId();
  if (props.hasCredential) {
    return (
      <p className="dim small">
        With your token for {host}.{' '}
        <button type="button" className="link" onClick={props.onForget}>
          Use another
        </button>
      </p>
    );
  }
  return (
    <fieldset className="push-credential">
      <legend className="lab">Your account on {host}</legend>
      <span className="field">
        <input
          name="user"
          className="mono"
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="user name"
          aria-label="User name"
        />
      </span>
      <span className="field">
        <input
          name="token"
          type="password"
          className="mono"
          required={props.isRequired}
          maxLength={4_000}
          autoComplete="off"
          placeholder="token"
          aria-label="Token"
          aria-describedby={`${id}token`}
        />
      </span>
      <span className="dim small" id={`${id}token`}>
        {props.isRequired ? '' : 'Not needed for a public repository. '}Stored encrypted, for you alone.
        Commands never get it.
      </span>
    </fieldset>
  );
}
