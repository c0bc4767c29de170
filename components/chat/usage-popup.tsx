'use client';

import { Popover } from '@base-ui/react/popover';
import { Fragment, useState } from 'react';
import { formatMoney } from '#lib/core/algorithms/text/format-money.ts';
import type { ConversationUsage } from '#lib/core/api/conversation-usage.ts';
import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import type { ContextParts } from '#lib/core/vocabulary/context-parts.ts';
import { formatNumber } from '../ui/format-number.ts';
import { PageLink } from '../ui/page-link.tsx';
import { PopoverPopup, type PopoverPopupProps } from '../ui/popover-popup.tsx';
import { sendJson } from '../ui/request-json.ts';
import { UsageBar } from './usage-bar.tsx';
import { useConversationUsage } from './use-conversation-usage.ts';

type UsageInfo = NonNullable<ConversationState['usageInfo']>;

const partNames: readonly { name: keyof ContextParts; label: string }[] = [
  { name: 'results', label: 'Views of results' },
  { name: 'summary', label: 'Summary of earlier work' },
  { name: 'agent', label: 'The agent' },
  { name: 'people', label: 'People' },
  { name: 'tools', label: 'Tools' },
  { name: 'instructions', label: 'Instructions' },
];

/** Most conversations have no summary. */
const isThere =
  (parts: ContextParts) =>
  ({ name }: { name: keyof ContextParts }): boolean =>
    name !== 'summary' || parts.summary > 0;

/** Shows what fills the model's context, and what the split kept out. */
export function UsagePopup(props: PopoverPopupProps & { usageInfo: UsageInfo; conversationId: string }) {
  const { usageInfo, conversationId, ...popover } = props;
  const { parts, currentTokens: usedTokens, messagesLength } = usageInfo;
  const more = useConversationUsage(conversationId, `${usedTokens} ${messagesLength}`);
  return (
    <PopoverPopup {...popover} className="dialog usage">
      <Popover.Title>In the last model call</Popover.Title>
      <dl>
        {partNames.filter(isThere(parts)).map(({ name, label }) => (
          <Fragment key={name}>
            <div>
              <dt>{label}</dt>
              <dd>
                <UsageBar tokens={parts[name]} of={usedTokens} />
                <span className="usage-count">{formatNumber(parts[name])}</span>
              </dd>
            </div>
            {name === 'instructions' &&
              more?.instructions.map((part) => (
                <div key={part.from} className="usage-part">
                  <dt>of {part.from === 'workspace' ? part.name : `the ${part.from}`}</dt>
                  <dd>{formatNumber(part.tokens)}</dd>
                </div>
              ))}
            {name === 'tools' &&
              more?.definitions.map(({ server, tokens, isDeferred }) => (
                <div key={server} className="usage-part">
                  <dt>
                    from {server}
                    {isDeferred && ', by search'}
                  </dt>
                  <dd>{isDeferred ? `0 of ${formatNumber(tokens)}` : formatNumber(tokens)}</dd>
                </div>
              ))}
          </Fragment>
        ))}
        <div className="usage-sum">
          <dt>Total</dt>
          <dd>{formatNumber(usedTokens)} tokens</dd>
        </div>
      </dl>
      <Popover.Description className="small dim">
        {formatWindow(usageInfo)} Our own count, without images.
      </Popover.Description>
      <CompactNow conversationId={conversationId} atTokens={more?.compactsAtTokens ?? null} />
      {more && <Figures {...more.figures} />}
      <PageLink
        className="link small"
        href={`/savings/calls?${new URLSearchParams({ by: 'conversation', key: conversationId })}`}
      >
        Show the calls behind these figures
      </PageLink>
    </PopoverPopup>
  );
}

/** What the split has kept out so far. */
function Figures(figures: ConversationUsage['figures']) {
  return (
    <>
      <h2>Saved so far</h2>
      <dl>
        <div>
          <dt>Not sent</dt>
          <dd>{formatNumber(figures.withheldTokens)}</dd>
        </div>
        <div>
          <dt>Saved</dt>
          <dd>{formatNumber(figures.avoidedTokens)}</dd>
        </div>
        <div>
          <dt>Saved in money</dt>
          <dd>{figures.netMicrodollars === null ? 'not known' : formatMoney(figures.netMicrodollars)}</dd>
        </div>
        <div>
          <dt>Cost of the model</dt>
          <dd>{figures.costMicrodollars === null ? 'not known' : formatMoney(figures.costMicrodollars)}</dd>
        </div>
      </dl>
    </>
  );
}

/** Older messages are compacted when the window is nearly full, or here. */
function CompactNow({ conversationId, atTokens }: { conversationId: string; atTokens: number | null }) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const compact = async () => {
    if (isBusy) return;
    setIsBusy(true);
    const result = await sendJson('POST', `/api/conversations/${conversationId}/compactions`);
    setIsBusy(false);
    setError(result.ok ? null : result.error);
  };
  return (
    <div className="usage-compact">
      <span className="small dim grow" role="status">
        {error ??
          (atTokens === null
            ? 'Older messages can be summed up for the model.'
            : `Older messages are compacted at ${formatNumber(atTokens)}.`)}
      </span>
      <button type="button" className="btn is-small" aria-disabled={isBusy} onClick={() => void compact()}>
        {isBusy ? 'Compacting…' : 'Compact now'}
      </button>
    </div>
  );
}

function formatWindow({ model, tokenLimit, currentTokens }: UsageInfo): string {
  if (tokenLimit === null) return `The context window of ${model} is not known.`;
  const percent = Math.round((100 * currentTokens) / tokenLimit);
  return `${percent}% of ${model}’s window of ${formatNumber(tokenLimit)} tokens.`;
}
