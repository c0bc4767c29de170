'use client';

import { GivenChip } from '../artifacts/given-chip.tsx';
import type { GivenDraft } from './use-given-draft.ts';

/** What goes with the message that is being written. */
export function GivenChips({ given }: { given: GivenDraft }) {
  if (given.list.length === 0) return null;
  return (
    <ul className="given-list" aria-label="Given to the model with this message">
      {given.list.map((one) => (
        <GivenChip key={`${one.artifactId}:${one.lines}`} given={one} onDrop={() => given.drop(one)} />
      ))}
    </ul>
  );
}
