import type { Replay } from '../../lib/core/replay.ts';
import { MenuButton } from '../layout/menu-button.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { ProofReplays } from './proof-replays.tsx';

/** What the savings can be checked by. */
export function ProofPage({ replays }: { replays: readonly Replay[] }) {
  return (
    <main className="ledger">
      <header className="head">
        <MenuButton />
        <h1>Proof</h1>
        <PageLink className="btn" href="/savings">
          Savings
        </PageLink>
      </header>
      <ProofReplays replays={replays} />
    </main>
  );
}
