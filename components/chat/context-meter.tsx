'use client';

import { Popover } from '@base-ui/react/popover';
import type { ContextParts } from '../../lib/core/context-parts.ts';
import type { ConversationUsage } from '../../lib/core/conversation-usage.ts';
import { formatMoney } from '../../lib/core/format-money.ts';
import { formatNumber } from '../ui/format-number.ts';
import { PageLink } from '../ui/page-link.tsx';
import { roundTokens } from './round-tokens.ts';
import { useConversationUsage } from './use-conversation-usage.ts';

const partNames: readonly { name: keyof ContextParts; label: string }[] = [
  { name: 'results', label: 'Views of results' },
  { name: 'agent', label: 'The agent' },
  { name: 'people', label: 'People' },
  { name: 'tools', label: 'Tools' },
  { name: 'instructions', label: 'Instructions' },
];

/** How full the model's context is; it opens to what fills it, and what the split has kept out. */
export function ContextMeter(props: { conversationId: string; revision: string }) {
  const usage = useConversationUsage(props.conversationId, props.revision);
  if (usage === null) return <span className="meter" aria-hidden="true" />;
  return (
    <Popover.Root>
      <Popover.Trigger className="meter" aria-label={tellUse(usage)} title={tellUse(usage)}>
        {usage.windowTokens !== null && <Bar tokens={usage.usedTokens} of={usage.windowTokens} />}
        <span className="wide-only">
          {roundTokens(usage.usedTokens)}
          {usage.windowTokens === null ? ' tokens' : ` of ${roundTokens(usage.windowTokens)}`}
        </span>
        <span className="narrow-only">{roundTokens(usage.usedTokens)}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="menu-at" side="bottom" align="end" sideOffset={4} collisionPadding={8}>
          <Popover.Popup className="dialog usage">
            <Details usage={usage} conversationId={props.conversationId} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

const tellUse = ({ usedTokens, windowTokens }: ConversationUsage): string =>
  windowTokens === null
    ? `${formatNumber(usedTokens)} tokens of context used`
    : `${formatNumber(usedTokens)} of ${formatNumber(windowTokens)} tokens of context used`;

const Bar = ({ tokens, of }: { tokens: number; of: number }) => (
  <span className="bar" aria-hidden="true">
    <i style={{ width: `${Math.min(100, (100 * tokens) / of)}%` }} />
  </span>
);

function Details({ usage, conversationId }: { usage: ConversationUsage; conversationId: string }) {
  const { figures, parts, usedTokens } = usage;
  return (
    <>
      <Popover.Title>In the next model call</Popover.Title>
      <dl>
        {partNames.map(({ name, label }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              <Bar tokens={parts[name]} of={usedTokens} />
              <span className="usage-count">{formatNumber(parts[name])}</span>
            </dd>
          </div>
        ))}
        <div className="usage-sum">
          <dt>Total</dt>
          <dd>{formatNumber(usedTokens)} tokens</dd>
        </div>
      </dl>
      <Popover.Description className="small dim">
        {tellWindow(usage)} Our own count, without images.
      </Popover.Description>
      <h2>Saved so far</h2>
      <dl>
        <div>
          <dt>Withheld</dt>
          <dd>{formatNumber(figures.withheldTokens)}</dd>
        </div>
        <div>
          <dt>Avoided</dt>
          <dd>{formatNumber(figures.avoidedTokens)}</dd>
        </div>
        <div>
          <dt>Net</dt>
          <dd>{figures.netMicrodollars === null ? 'not known' : formatMoney(figures.netMicrodollars)}</dd>
        </div>
        <div>
          <dt>Cost of the model</dt>
          <dd>{figures.costMicrodollars === null ? 'not known' : formatMoney(figures.costMicrodollars)}</dd>
        </div>
      </dl>
      <PageLink
        className="link small"
        href={`/savings/calls?${new URLSearchParams({ by: 'conversation', key: conversationId })}`}
      >
        Show the calls behind these figures
      </PageLink>
    </>
  );
}

function tellWindow({ model, windowTokens, usedTokens }: ConversationUsage): string {
  if (windowTokens === null) return `The context window of ${model} is not known.`;
  const percent = Math.round((100 * usedTokens) / windowTokens);
  return `${percent}% of ${model}’s window of ${formatNumber(windowTokens)} tokens.`;
}
