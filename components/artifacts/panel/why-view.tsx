import { useState } from 'react';
import { formatNumber } from '#components/ui/format-number.ts';
import { useResource } from '#components/ui/use-resource.ts';
import type { ViewFact } from '#lib/core/vocabulary/view-fact.ts';
import { artifactUrl } from '../api/artifact-api.ts';

/** The ranked facts that the model's view was chosen from: which it includes, and which did not fit. */
export function WhyView({ artifactId }: { artifactId: string }) {
  const [wasOpened, setWasOpened] = useState(false);
  const { value, failure } = useResource<{ facts: ViewFact[] }>(
    wasOpened ? `${artifactUrl(artifactId)}?view=facts` : null,
  );
  return (
    <details className="why" onToggle={({ currentTarget }) => currentTarget.open && setWasOpened(true)}>
      <summary>Why this view</summary>
      {failure && <p className="dim">{failure.error}</p>}
      {!failure && value && <FactList facts={value.facts} />}
    </details>
  );
}

function FactList({ facts: all }: { facts: readonly ViewFact[] }) {
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
