'use client';

import { useId } from 'react';
import type { NotificationKind } from '#lib/core/vocabulary/notifications/notification.ts';
import type { WebhookView } from '#lib/core/vocabulary/notifications/webhook.ts';
import { sendJson } from '../ui/request-json.ts';
import { useFormRequest } from '../ui/use-form-request.ts';
import { kindWords } from './webhook-words.ts';

const kinds = Object.keys(kindWords) as NotificationKind[];

/** The address of a webhook, and what it is sent. */
export function WebhookForm(props: {
  webhook: WebhookView | null;
  /** @param secret that is new; `null`: it stays */
  onSaved: (secret: string | null) => void;
}) {
  const { webhook, onSaved } = props;
  const id = useId();
  const { submit, isBusy, error } = useFormRequest(
    (form) =>
      sendJson<{ secret: string | null }>('PUT', '/api/webhook', {
        url: String(form.get('url') ?? '').trim(),
        kinds: form.getAll('kind').map(String),
        withText: form.has('withText'),
        ...(form.has('newSecret') ? { newSecret: true } : {}),
      }),
    ({ secret }) => onSaved(secret),
  );
  return (
    <form onSubmit={submit}>
      <div className="in">
        <div>
          <label className="lab" htmlFor={id}>
            Address
          </label>
          <span className="field">
            <input
              id={id}
              name="url"
              type="url"
              required
              maxLength={500}
              autoComplete="off"
              placeholder="https://chat.example.com/hooks/vitrine"
              defaultValue={webhook?.url}
            />
          </span>
        </div>
        <fieldset>
          <legend>Sends</legend>
          {kinds.map((kind) => (
            <label key={kind} className="choice">
              <input
                type="checkbox"
                className="check"
                name="kind"
                value={kind}
                defaultChecked={webhook?.kinds.includes(kind) ?? true}
              />
              <span>
                {kindWords[kind].label}
                <br />
                <span className="dim small">{kindWords[kind].note}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <label className="choice">
          <input
            type="checkbox"
            className="check"
            name="withText"
            defaultChecked={webhook?.withText ?? false}
          />
          <span>
            With titles and the start of messages
            <br />
            <span className="dim small">Never of private conversations.</span>
          </span>
        </label>
        {webhook !== null && (
          <label className="choice">
            <input type="checkbox" className="check" name="newSecret" />
            <span>Make a new secret</span>
          </label>
        )}
        {error && (
          <p className="bad" role="alert">
            {error}
          </p>
        )}
      </div>
      <footer>
        <span className="dim grow small">Signed as Standard Webhooks are, and sent again if it fails.</span>
        <button type="submit" className="btn primary" aria-disabled={isBusy}>
          Save
        </button>
      </footer>
    </form>
  );
}
