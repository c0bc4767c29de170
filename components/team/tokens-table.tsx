'use client';

import { useState } from 'react';
import type { ApiTokenView } from '#lib/core/api/api-token-view.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { sendJson } from '../ui/request-json.ts';
import { TimeText } from '../ui/time-text.tsx';
import { useNow } from '../ui/use-now.ts';

const soonMs = 7 * 86_400_000;

/** Tokens that are valid. They are shown only once, when they are created. */
export function TokensTable(props: { tokens: ApiTokenView[]; onRevoked: (id: string) => void }) {
  const [asked, setAsked] = useState<ApiTokenView | null>(null);
  const [error, setError] = useState<string | null>(null);
  const ask = (token: ApiTokenView | null) => {
    setError(null);
    setAsked(token);
  };
  const revoke = async ({ id }: ApiTokenView) => {
    const result = await sendJson<null>('DELETE', `/api/tokens/${id}`);
    // If it is already gone, that is what was wanted.
    if (!result.ok && result.code !== 'not_found') return setError(result.error);
    ask(null);
    props.onRevoked(id);
  };
  return (
    <div className="table-scroll">
      <table aria-label="Your API tokens">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" className="l wide-only">
              May
            </th>
            <th scope="col" className="wide-only">
              Last used
            </th>
            <th scope="col">Expires</th>
            <th scope="col">
              <span className="vh">Revoke</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {props.tokens.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => ask(token)} />
          ))}
        </tbody>
      </table>
      <ConfirmDialog
        isOpen={asked !== null}
        title="Revoke this token?"
        text={`What uses “${asked?.name ?? ''}” stops working at once. You can create a new one at any time.`}
        action="Revoke"
        error={error}
        onConfirm={() => asked && void revoke(asked)}
        onClose={() => ask(null)}
      />
    </div>
  );
}

function TokenRow({ token, onRevoke }: { token: ApiTokenView; onRevoke: () => void }) {
  const now = useNow('quarterMinute');
  const isSoon = now !== null && Date.parse(token.expiresAt) - now < soonMs;
  return (
    <tr>
      <th scope="row" className="clip name">
        {token.name}
      </th>
      <td className="l wide-only">{token.scopes.join(', ')}</td>
      <td className="dim wide-only">
        {token.lastSeenAt === null ? 'never' : <TimeText iso={token.lastSeenAt} as="day-clock" />}
      </td>
      <td className={isSoon ? 'warn' : ''}>
        <TimeText iso={token.expiresAt} as="day-clock" />
      </td>
      <td>
        <button
          type="button"
          className="btn danger is-small"
          aria-label={`Revoke ${token.name}`}
          onClick={onRevoke}
        >
          Revoke
        </button>
      </td>
    </tr>
  );
}
