'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { WebhookView } from '#lib/core/vocabulary/notifications/webhook.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CopyWord } from '../ui/copy-word.tsx';
import { sendJson } from '../ui/request-json.ts';
import { TimeText } from '../ui/time-text.tsx';
import { TitledDialog } from '../ui/titled-dialog.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { kindWords } from './webhook-words.ts';

type Ended = { status: number | null; error: string | null };

/** Where the team's notifications are sent, and how the last attempt ended. */
export function WebhookSection({ webhook }: { webhook: WebhookView | null }) {
  const { refresh } = useRouter();
  const [isEditing, setIsEditing] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const [isTrying, setIsTrying] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const tryIt = async () => {
    if (isTrying) return;
    setIsTrying(true);
    const result = await sendJson<Ended>('POST', '/api/webhook/test');
    setIsTrying(false);
    setOutcome(result.ok ? (result.value.error ?? `It answered ${result.value.status}.`) : result.error);
    refresh();
  };
  const remove = async () => {
    const result = await sendJson<null>('DELETE', '/api/webhook');
    setError(result.ok ? null : result.error);
    if (!result.ok) return;
    setIsRemoving(false);
    setSecret(null);
    setOutcome(null);
    refresh();
  };
  return (
    <>
      {secret !== null && (
        <section className="new-token" aria-label="The new secret">
          <p role="status">
            <b>The webhook is set.</b> Copy its secret now; it is not shown again.
          </p>
          <div className="new-token-line">
            <span className="field grow">
              <input readOnly aria-label="Secret" className="mono" value={secret} />
            </span>
            <CopyWord label="Copy" read={() => secret} isPrimary />
          </div>
        </section>
      )}
      {webhook === null ? (
        <p className="dim small">None.</p>
      ) : (
        <div className="webhook">
          <p className="mono clip" title={webhook.url}>
            {webhook.url}
          </p>
          <p className="dim small">
            {webhook.kinds.map((kind) => kindWords[kind].label).join(', ')} ·{' '}
            {webhook.withText ? 'with text' : 'without text'} · by {webhook.by.name},{' '}
            <TimeText iso={webhook.changedAt} />
          </p>
          {webhook.last && (
            <p className={webhook.last.error === null ? 'dim small' : 'bad small'}>
              {webhook.last.error ?? `The last one arrived: ${webhook.last.status}`} ·{' '}
              <TimeText iso={webhook.last.at} />
            </p>
          )}
        </div>
      )}
      <div className="webhook-actions">
        <button type="button" className="btn is-small" onClick={() => setIsEditing(true)}>
          {webhook === null ? 'Set a webhook' : 'Change'}
        </button>
        {webhook !== null && (
          <>
            <button
              type="button"
              className="btn is-small"
              aria-disabled={isTrying}
              onClick={() => void tryIt()}
            >
              {isTrying ? 'Sending…' : 'Send a test'}
            </button>
            <button type="button" className="btn is-small danger" onClick={() => setIsRemoving(true)}>
              Remove
            </button>
          </>
        )}
        <span className="small dim" role="status">
          {outcome}
        </span>
      </div>
      <TitledDialog title="Webhook" isOpen={isEditing} onClose={() => setIsEditing(false)}>
        <WebhookForm
          webhook={webhook}
          onSaved={(made) => {
            setSecret(made);
            setOutcome(null);
            setIsEditing(false);
            refresh();
          }}
        />
      </TitledDialog>
      <ConfirmDialog
        isOpen={isRemoving}
        title="Remove the webhook?"
        text="Nothing is sent any longer, also not what still waits."
        action="Remove"
        error={error}
        onClose={() => setIsRemoving(false)}
        onConfirm={() => void remove()}
      />
    </>
  );
}
