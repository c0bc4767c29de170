'use client';

import { CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import { useState } from 'react';
import type { ServerCheck } from '#lib/core/api/server-check.ts';
import { formatCount } from '../ui/format-number.ts';
import { Icon } from '../ui/icon.tsx';
import { sendJson } from '../ui/request-json.ts';

const signs = {
  ok: { icon: CircleCheck, label: 'works' },
  warning: { icon: CircleAlert, label: 'warning' },
  fault: { icon: CircleX, label: 'does not work' },
} as const;

/** Looks at everything that the server needs, on request. */
export function ServerChecks() {
  const [checks, setChecks] = useState<readonly ServerCheck[] | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const run = async (model: boolean) => {
    if (isBusy) return;
    setIsBusy(true);
    setError(null);
    const result = await sendJson<{ checks: ServerCheck[] }>('POST', '/api/health/checks', { model });
    setIsBusy(false);
    if (result.ok) setChecks(result.value.checks);
    else setError(result.error);
  };
  return (
    <div>
      <p className="server-check-acts">
        <button type="button" className="btn" aria-disabled={isBusy} onClick={() => void run(false)}>
          Check the server
        </button>
        <button type="button" className="btn plain" aria-disabled={isBusy} onClick={() => void run(true)}>
          With two model calls
        </button>
        <span className="dim small" role="status">
          {isBusy ? 'Checking …' : checks && summaryOf(checks)}
        </span>
      </p>
      {error && (
        <p className="bad" role="alert">
          {error}
        </p>
      )}
      {checks && (
        <ul className="server-checks" aria-label="Checks">
          {checks.map(({ name, outcome, finding, advice }) => (
            <li
              key={`${name} ${finding}`}
              className={outcome === 'ok' ? 'server-check' : `server-check is-${outcome}`}
            >
              <Icon of={signs[outcome].icon} isSmall />
              <span>
                <b>{name}</b> <span className="vh">{signs[outcome].label}:</span> {finding}
                {advice !== null && <span className="server-advice">{advice}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function summaryOf(checks: readonly ServerCheck[]): string {
  const faults = checks.filter(({ outcome }) => outcome === 'fault').length;
  const warnings = checks.filter(({ outcome }) => outcome === 'warning').length;
  if (faults + warnings === 0) return 'Everything works.';
  return [
    ...(faults > 0 ? [formatCount(faults, 'fault')] : []),
    ...(warnings > 0 ? [formatCount(warnings, 'warning')] : []),
  ].join(', ');
}
