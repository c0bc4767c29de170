'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { ApiTokenView } from '#lib/core/api/api-token-view.ts';
import { type NewToken, NewTokenDialog } from '../team/new-token-dialog.tsx';
import { NewTokenNote } from '../team/new-token-note.tsx';
import { TokensTable } from '../team/tokens-table.tsx';

/** A member's API tokens, and how a program uses one. */
export function TokenSettings(props: { tokens: ApiTokenView[]; isAdmin: boolean; siteUrl: string }) {
  const { tokens, siteUrl } = props;
  const { refresh } = useRouter();
  const [created, setCreated] = useState<NewToken | null>(null);
  const show = (token: NewToken) => {
    setCreated(token);
    refresh();
  };
  const forget = (id: string) => {
    if (created?.id === id) setCreated(null);
    refresh();
  };
  return (
    <>
      {created && <NewTokenNote token={created} siteUrl={siteUrl} />}
      {tokens.length === 0 ? (
        <p className="nothing">
          <b>No tokens yet.</b>
          Create one to let an agent in your terminal or editor show its results here, with the MCP server at{' '}
          <span className="mono">{siteUrl}/mcp</span>.
        </p>
      ) : (
        <TokensTable tokens={tokens} onRevoked={forget} />
      )}
      <NewTokenDialog isAdmin={props.isAdmin} onCreated={show} />
    </>
  );
}
