'use client';

import { useId } from 'react';
import { pageLimits } from '#lib/core/page-limits.ts';
import { DialogPopup } from '../ui/dialog-popup.tsx';
import { sendJson } from '../ui/request-json.ts';
import { useFormRequest } from '../ui/use-form-request.ts';

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
  const { submit, isBusy, error } = useFormRequest(
    (form) => {
      const chosen = name ?? String(form.get('name') ?? '').replace(/^\//, '');
      return sendJson<null>('PUT', `/api/prompts/${encodeURIComponent(chosen)}`, {
        text: String(form.get('text') ?? ''),
        ...(name === null ? { isNew: true } : {}),
      });
    },
    () => {
      onSaved?.();
      onClose();
    },
  );
  return (
    <form onSubmit={submit}>
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
