import type { Replay } from '#lib/core/vocabulary/ledger/replay.ts';
import { MenuButton } from '../layout/menu-button.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { ProofReplays } from './proof-replays.tsx';
import { RecountSection } from './recount-section.tsx';
import type { SavingsPeriod } from './savings-choice.ts';

/** The page on which the savings can be verified. */
export function ProofPage(props: { replays: readonly Replay[]; period: SavingsPeriod }) {
  return (
    <main className="ledger">
      <header className="head">
        <MenuButton />
        <h1>Proof</h1>
        <PageLink className="btn plain" href="/savings">
          Savings
        </PageLink>
      </header>
      <RecountSection period={props.period} />
      <ProofReplays replays={props.replays} />
    </main>
  );
}
