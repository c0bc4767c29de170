'use client';

import { type SubmitEvent, useId, useState } from 'react';
import { pageLimits } from '#lib/core/page-limits.ts';
import { DialogPopup } from '../ui/dialog-popup.tsx';
import { sendJson } from '../ui/request-json.ts';

interface Props {
  /** `null`: it gets a name here. */
  name: string | null;
  text: string;
  onSaved?: () => void;
  onClose: () => void;
}

/** Saves a message for the team, under a name; or changes the words of one. */
export function SavePromptPopup({ isOpen, ...props }: Props & { isOpen: boolean }) {
  return (
    <DialogPopup
      title={props.name === null ? 'Save as a prompt' : `Change /${props.name}`}
      size="wide"
      isOpen={isOpen}
      onClose={props.onClose}
    >
      {isOpen && <PromptForm {...props} />}
    </DialogPopup>
  );
}

function PromptForm({ name, text, onSaved, onClose }: Props) {
  const id = useId();
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = new FormData(event.currentTarget);
    const chosen = name ?? String(form.get('name') ?? '').replace(/^\//, '');
    setIsBusy(true);
    const result = await sendJson<null>('PUT', `/api/prompts/${encodeURIComponent(chosen)}`, {
      text: String(form.get('text') ?? ''),
      ...(name === null ? { isNew: true } : {}),
    });
    setIsBusy(false);
    if (!result.ok) return setError(result.error);
    onSaved?.();
    onClose();
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <div className="in">
        {name === null && (
          <div>
            <label className="lab" htmlFor={`${id}name`}>
              Name
            </label>
            <span className="field">
              <input
                id={`${id}name`}
                name="name"
                className="mono"
                required
                maxLength={41}
                pattern="/?[a-z][a-z0-9\-]*"
                title="Lowercase letters, digits and dashes"
                autoComplete="off"
                spellCheck={false}
                placeholder="/review"
              />
            </span>
          </div>
        )}
        <div>
          <label className="lab" htmlFor={`${id}text`}>
            Message
          </label>
          <textarea
            id={`${id}text`}
            name="text"
            className="text-area"
            rows={6}
            required
            maxLength={pageLimits.promptCharacters}
            placeholder="Review the changes on {{branch}}."
            defaultValue={text}
          />
        </div>
        {error && (
          <p className="bad" role="alert">
            {error}
          </p>
        )}
      </div>
      <footer>
        <span className="dim grow small">
          For the whole team. <code>{'{{branch}}'}</code> is a field to fill in.
        </span>
        <button type="submit" className="btn primary" aria-disabled={isBusy}>
          Save
        </button>
      </footer>
    </form>
  );
}
