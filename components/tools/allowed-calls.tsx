'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { AllowedCallView } from '#lib/core/vocabulary/tools/allowed-call.ts';
import { sendJson } from '../ui/request-json.ts';
import { TimeText } from '../ui/time-text.tsx';

/** Calls that run without asking, though their tool asks. */
export function AllowedCalls({ calls, isAdmin }: { calls: readonly AllowedCallView[]; isAdmin: boolean }) {
  const { refresh } = useRouter();
  const [error, setError] = useState<string | null>(null);
  if (calls.length === 0) return null;
  const askAgain = async (id: string) => {
    const result = await sendJson('PATCH', '/api/settings', { askAgain: [id] });
    if (result.ok) refresh();
    setError(result.ok ? null : result.error);
  };
  return (
    <section>
      <h2 className="tools-title">Always allowed</h2>
      <p className="ledger-note mid">Exactly these calls run without asking.</p>
      {error && (
        <p className="bad" role="alert">
          {error}
        </p>
      )}
      <table className="tools" aria-label="Always allowed">
        <thead>
          <tr>
            <th scope="col">Call</th>
            <th scope="col" className="l">
              Allowed by
            </th>
          </tr>
        </thead>
        <tbody>
          {calls.map(({ id, toolName, arguments: input, isHidden, by, allowedAt }) => (
            <tr key={id}>
              <th scope="row">
                <code>{toolName}</code>
                {isHidden ? (
                  <span className="dim">in a conversation you cannot read</span>
                ) : (
                  <span className="mid mono allowed-call">{textOf(input)}</span>
                )}
              </th>
              <td className="l">
                <span className="allowed-by">
                  <span className="grow">
                    {by.name}, <TimeText iso={allowedAt} as="day" />
                  </span>
                  {isAdmin && (
                    <button type="button" className="btn slim" onClick={() => void askAgain(id)}>
                      Ask again
                    </button>
                  )}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A command as one would type it, other calls as JSON. */
function textOf(input: AllowedCallView['arguments']): string {
  const entries =
    typeof input === 'object' && input !== null && !Array.isArray(input) ? Object.entries(input) : [];
  const [first] = entries;
  return entries.length === 1 && typeof first?.[1] === 'string' ? first[1] : JSON.stringify(input);
}
