'use client';

import { useState } from 'react';
import { countDays } from '#lib/core/algorithms/utc-days.ts';
import { maxRecountedDays } from '#lib/core/api/recounted.ts';
import type { Recounted } from '#lib/core/api/recounted-schema.ts';
import { formatCount, formatNumber } from '../ui/format-number.ts';
import { type RequestResult, requestJson } from '../ui/request-json.ts';
import { RangeForm } from './range-form.tsx';
import { periodQuery, type SavingsPeriod } from './savings-choice.ts';

/** Has the server recount every figure of a range of days, and shows whether they match. */
export function RecountSection({ period }: { period: SavingsPeriod }) {
  const [isBusy, setIsBusy] = useState(false);
  const [result, setResult] = useState<RequestResult<Recounted> | null>(null);
  const countAgain = async (chosen: SavingsPeriod) => {
    if (countDays(chosen.from, chosen.to) > maxRecountedDays) return setResult(tooLong);
    setIsBusy(true);
    const asked = new URLSearchParams(periodQuery(chosen));
    setResult(await requestJson<Recounted>(`/api/savings/recount?${asked}`));
    setIsBusy(false);
  };
  return (
    <section className="recount-savings">
      <h2>Count the savings again</h2>
      <p className="dim">
        Vitrine adds up every figure again from the ledger’s single entries, and counts the latest results
        again if they are still stored.
      </p>
      <RangeForm
        period={period}
        verb={isBusy ? 'Counting' : 'Count the savings'}
        isBusy={isBusy}
        onChoose={(chosen) => void countAgain(chosen)}
      />
      <div aria-live="polite">
        {result?.ok === false && <p className="bad">{result.error}</p>}
        {result?.ok && <Outcome recounted={result.value} />}
      </div>
    </section>
  );
}

const tooLong: RequestResult<Recounted> = {
  ok: false,
  code: 'invalid_request',
  error: `Choose at most ${maxRecountedDays} days to count again.`,
};

function Outcome({ recounted }: { recounted: Recounted }) {
  const { entries, groups, artifacts, expired, differences } = recounted;
  return (
    <>
      <p>
        <b>{differences.length === 0 ? 'Every figure is the same.' : 'Some figures differ.'}</b>{' '}
        {formatCount(entries, 'entry', 'entries')} and {formatCount(groups, 'sum')} compared,{' '}
        {formatCount(artifacts, 'stored result')} counted again
        {expired > 0 ? `; ${formatNumber(expired)} more have expired` : ''}.
      </p>
      {differences.length > 0 && (
        <div className="table-scroll">
          <table aria-label="Figures that differ">
            <thead>
              <tr>
                <th scope="col">What</th>
                <th scope="col">Figure</th>
                <th scope="col">Shown</th>
                <th scope="col">Counted again</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ subject, figure, stored, counted }) => (
                <tr key={`${subject} ${figure}`}>
                  <th scope="row">{subject}</th>
                  <td>{figure}</td>
                  <td>{formatNumber(stored)}</td>
                  <td>{formatNumber(counted)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
