import type { Replay } from '#lib/core/vocabulary/ledger/replay.ts';
import { MenuButton } from '../layout/menu-button.tsx';
import { ProofReplays } from './proof-replays.tsx';
import { RecountSection } from './recount-section.tsx';
import type { SavingsPeriod } from './savings-choice.ts';
import { SavingsTabs } from './savings-tabs.tsx';

/** The page on which the savings can be verified. */
export function ProofPage(props: { replays: readonly Replay[]; period: SavingsPeriod }) {
  return (
    <main className="ledger">
      <header className="head">
        <MenuButton />
        <h1>Savings</h1>
      </header>
      <SavingsTabs current="proof" />
      <ProofReplays replays={props.replays} />
      <RecountSection period={props.period} />
    </main>
  );
}
