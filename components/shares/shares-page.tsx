'use client';

import { useState } from 'react';
import type { Share } from '#lib/core/vocabulary/share.ts';
import { MenuButton } from '../layout/menu-button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { sendJson } from '../ui/request-json.ts';
import { LinkSharesSwitch } from './link-shares-switch.tsx';
import { SharesTable } from './shares-table.tsx';
import { type SharesOf, SharesTabs } from './shares-tabs.tsx';

/** The share links of a member, or of the whole team, with a way to end each. */
export function SharesPage(props: {
  shares: Share[];
  of: SharesOf;
  /** An admin's settings; `null`: the member is not an admin, or there is no team. */
  admin: { linkShares: boolean } | null;
}) {
  const { of, admin } = props;
  const [shares, setShares] = useState(props.shares);
  const [asked, setAsked] = useState<Share | null>(null);
  const [error, setError] = useState<string | null>(null);

  const revoke = async (share: Share) => {
    const result = await sendJson<null>('DELETE', `/api/shares/${share.id}`);
    // If it is already gone, that is what was wanted.
    if (!result.ok && result.code !== 'not_found') return setError(result.error);
    setShares((list) => list.filter(({ id }) => id !== share.id));
    setAsked(null);
  };
  const ask = (share: Share | null) => {
    setError(null);
    setAsked(share);
  };
  return (
    <main className="ledger">
      <header className="head">
        <MenuButton />
        <h1>{of === 'team' ? 'Team’s shares' : 'My shares'}</h1>
        {admin && <SharesTabs of={of} />}
      </header>
      {admin && of === 'team' && <LinkSharesSwitch isOn={admin.linkShares} />}
      {shares.length === 0 ? <Nothing /> : <SharesTable shares={shares} of={of} onRevoke={ask} />}
      <ConfirmDialog
        isOpen={asked !== null}
        title="Revoke this link?"
        text={`The link to “${asked?.title ?? ''}” stops working for everyone. This cannot be undone.`}
        action="Revoke"
        error={error}
        onConfirm={() => asked && void revoke(asked)}
        onClose={() => ask(null)}
      />
    </main>
  );
}

function Nothing() {
  return (
    <p className="nothing">
      <b>No links yet.</b>
      Share an artifact, or some of its lines, from its card or the panel. Your links appear here, and you can
      revoke them.
    </p>
  );
}
