'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { ApiTokenView } from '#lib/core/api/api-token-view.ts';
import { MenuButton } from '../layout/menu-button.tsx';
import { type NewToken, NewTokenDialog } from './new-token-dialog.tsx';
import { NewTokenNote } from './new-token-note.tsx';
import { TokensTable } from './tokens-table.tsx';

/** A member's API tokens, and how a program uses one. */
export function TokensPage(props: { tokens: ApiTokenView[]; isAdmin: boolean; siteUrl: string }) {
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
    <main className="ledger">
      <header className="head">
        <MenuButton />
        <h1>API tokens</h1>
        <NewTokenDialog isAdmin={props.isAdmin} onCreated={show} />
      </header>
      <p className="ledger-note mid">
        For other agents, the <span className="mono">vitrine</span> command and scripts. A token can do no
        more than you can.
      </p>
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
    </main>
  );
}
