'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import { formatLifetime } from '#lib/core/vocabulary/lifetime.ts';
import { sendJson } from '../ui/request-json.ts';

const day = 86_400;

/**
 * How long results last, for admins to choose; others read it.
 * @param props.standardSeconds what the server's settings say
 * @param props.bytesPerDay what results take up; `null`: it is not known
 */
export function LifetimeChoice(props: {
  lifetimeSeconds: number | null;
  standardSeconds: number;
  bytesPerDay: number | null;
  isAdmin: boolean;
}) {
  const { standardSeconds, bytesPerDay, isAdmin } = props;
  const { refresh } = useRouter();
  const [chosen, setChosen] = useState(props.lifetimeSeconds);
  const [error, setError] = useState<string | null>(null);
  const choose = async (lifetimeSeconds: number | null) => {
    // Shown at once.
    setChosen(lifetimeSeconds);
    const result = await sendJson('PATCH', '/api/settings', { lifetimeSeconds });
    setError(result.ok ? null : result.error);
    if (result.ok) refresh();
    else setChosen(props.lifetimeSeconds);
  };
  if (!isAdmin) return <p className="body">{sentence(formatLifetime(chosen))}</p>;
  return (
    <fieldset aria-label="How long results last">
      {choicesOf(standardSeconds, props.lifetimeSeconds).map((lifetimeSeconds) => (
        <label key={lifetimeSeconds} className="choice">
          <input
            type="radio"
            name="lifetime"
            className="radio"
            checked={chosen === lifetimeSeconds}
            onChange={() => void choose(lifetimeSeconds)}
          />
          <span>
            {sentence(formatLifetime(lifetimeSeconds))}
            {lifetimeSeconds === standardSeconds && <span className="dim small"> the server’s default</span>}
            {bytesPerDay !== null && (
              <>
                <br />
                <span className="dim small">{describeStorage(bytesPerDay, lifetimeSeconds)}</span>
              </>
            )}
          </span>
        </label>
      ))}
      {bytesPerDay !== null && (
        <p className="dim small">By the results of the last 7 days that you may see.</p>
      )}
      {error && (
        <p className="bad" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

const describeStorage = (bytesPerDay: number, lifetimeSeconds: number | null): string =>
  lifetimeSeconds === null
    ? `about ${formatBytes(Math.round(30 * bytesPerDay))} more each month at this pace`
    : `about ${formatBytes(Math.round((bytesPerDay * lifetimeSeconds) / day))} at this pace`;

/** From the shortest on; what was chosen elsewhere is among them. */
function choicesOf(standardSeconds: number, lifetimeSeconds: number | null): (number | null)[] {
  const seconds = new Set([
    standardSeconds,
    day,
    7 * day,
    ...(lifetimeSeconds === null ? [] : [lifetimeSeconds]),
  ]);
  return [...[...seconds].toSorted((one, other) => one - other), null];
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
