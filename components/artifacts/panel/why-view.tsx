import { useState } from 'react';
import { formatNumber } from '#components/ui/format-number.ts';
import type { RequestResult } from '#components/ui/request-json.ts';
import type { ViewFact } from '#lib/core/vocabulary/view-fact.ts';
import { fetchViewFacts } from '../api/artifact-api.ts';

type Facts = RequestResult<{ facts: ViewFact[] }>;

/** The ranked facts that the model's view was chosen from: which it includes, and which did not fit. */
export function WhyView({ artifactId }: { artifactId: string }) {
  const [facts, setFacts] = useState<Facts | null>(null);
  const load = () => void fetchViewFacts(artifactId).then(setFacts);
  return (
    <details
      className="why"
      onToggle={({ currentTarget }) => currentTarget.open && facts?.ok !== true && load()}
    >
      <summary>Why this view</summary>
      {facts !== null && <FactList facts={facts} />}
    </details>
  );
}

function FactList({ facts }: { facts: Facts }) {
  if (!facts.ok) return <p className="dim">{facts.error}</p>;
  const { facts: all } = facts.value;
  if (all.length === 0) return <p className="dim">This view was not chosen from ranked facts.</p>;
  const shown = all.filter(({ isShown }) => isShown).length;
  return (
    <>
      <p className="dim">
        {formatNumber(shown)} of {formatNumber(all.length)} facts sent, most useful for the next step first.
      </p>
      <ol>
        {all.map((fact) => (
          <li
            key={`${fact.rank} ${fact.line} ${fact.text}`}
            className={fact.isShown ? undefined : 'why-left-out'}
          >
            <span className="dim">{fact.isShown ? 'sent' : 'left out'}</span>
            <code>{fact.text}</code>
          </li>
        ))}
      </ol>
    </>
  );
}
