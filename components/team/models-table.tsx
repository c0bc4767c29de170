'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { formatMoney } from '#lib/core/algorithms/text/format-money.ts';
import type { ModelView } from '#lib/core/api/model-view.ts';
import { formatNumber } from '../ui/format-number.ts';
import { formatTokenPrice } from '../ui/format-token-price.ts';
import { sendJson } from '../ui/request-json.ts';

/** The models of the server, which of them may be chosen, and which is the default. Admins change it here. */
export function ModelsTable({
  models,
  costs,
  isAdmin,
}: {
  models: readonly ModelView[];
  costs: Readonly<Record<string, number | null>>;
  isAdmin: boolean;
}) {
  const { refresh } = useRouter();
  const [error, setError] = useState<string | null>(null);
  const [allowedIds, setAllowedIds] = useState(() => idsOf(models));
  const change = async (body: object) => {
    const result = await sendJson('PATCH', '/api/settings', body);
    if (result.ok) refresh();
    else setAllowedIds(idsOf(models));
    setError(result.ok ? null : result.error);
  };
  const allow = (id: string, isAllowed: boolean) => {
    const ids = models
      .map((model) => model.id)
      .filter((one) => (one === id ? isAllowed : allowedIds.includes(one)));
    // Shown at once.
    setAllowedIds(ids);
    void change({ allowedModels: ids.length === models.length ? null : ids });
  };
  return (
    <>
      {error && (
        <p className="bad" role="alert">
          {error}
        </p>
      )}
      <table className="models" aria-label="Models">
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col" className="wide-only">
              $ in · out, per million
            </th>
            <th scope="col" className="wide-only">
              Window
            </th>
            <th scope="col" className="l wide-only">
              Images
            </th>
            <th scope="col" className="wide-only">
              Last 30 days
            </th>
            <th scope="col" className="l">
              Use
            </th>
          </tr>
        </thead>
        <tbody>
          {models.map(({ id, label, price, costlierAbove, windowTokens, hasVision }, index) => (
            <tr key={id}>
              <th scope="row">
                <code>{label}</code>
              </th>
              <td className="wide-only">
                {formatTokenPrice(price)}
                {costlierAbove !== null && (
                  <span className="mid"> more above {formatNumber(costlierAbove)}</span>
                )}
              </td>
              <td className="wide-only">
                {windowTokens === null ? 'not known' : formatNumber(windowTokens)}
              </td>
              <td className="l wide-only">{hasVision ? 'yes' : 'no'}</td>
              <td className="wide-only">{formatCost(costs, id)}</td>
              <td className="l">
                {isAdmin ? (
                  <span className="model-use">
                    <label className="grow">
                      <input
                        type="checkbox"
                        className="check"
                        checked={allowedIds.includes(id)}
                        // The default is what others fall back to.
                        disabled={index === 0}
                        onChange={({ target }) => allow(id, target.checked)}
                      />
                      Allowed
                    </label>
                    {index === 0 ? (
                      <span className="badge">default</span>
                    ) : (
                      <button
                        type="button"
                        className="btn slim"
                        disabled={!allowedIds.includes(id)}
                        onClick={() => void change({ defaultModel: id })}
                      >
                        Make default
                      </button>
                    )}
                  </span>
                ) : (
                  wordsOf(allowedIds.includes(id), index === 0)
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Zero, unknown and never called are three things. */
function formatCost(costs: Readonly<Record<string, number | null>>, id: string): string {
  if (!Object.hasOwn(costs, id)) return '–';
  const cost = costs[id] ?? null;
  return cost === null ? 'not known' : formatMoney(cost);
}

const idsOf = (models: readonly ModelView[]): string[] =>
  models.filter(({ isAllowed }) => isAllowed).map(({ id }) => id);

const wordsOf = (isAllowed: boolean, isDefault: boolean): string => {
  if (!isAllowed) return 'Not allowed by your team';
  return isDefault ? 'Default' : 'Allowed';
};
