'use client';

import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import { formatNumber } from '../ui/format-number.ts';
import { lazyPopup } from '../ui/lazy-component.tsx';
import { usePopupButton } from '../ui/use-popup-button.ts';
import { roundTokens } from './round-tokens.ts';
import { UsageBar } from './usage-bar.tsx';

const UsagePopup = lazyPopup(async () => (await import('./usage-popup.tsx')).UsagePopup);

type UsageInfo = NonNullable<ConversationState['usageInfo']>;

/** How full the model's context is; opens details of what fills it, and what the split kept out of it. */
export function ContextMeter(props: { conversationId: string; usageInfo: UsageInfo | null }) {
  const { usageInfo } = props;
  const { buttonProps, popupProps } = usePopupButton(UsagePopup);
  if (usageInfo === null) return <span className="meter" aria-hidden="true" />;
  return (
    <>
      <button
        {...buttonProps}
        className="meter"
        aria-label={formatUse(usageInfo)}
        title={formatUse(usageInfo)}
      >
        <Gauge {...usageInfo} />
      </button>
      <UsagePopup {...popupProps} usageInfo={usageInfo} conversationId={props.conversationId} />
    </>
  );
}

/** The same of a sub-agent, which opens nothing. */
export const AgentMeter = ({ usageInfo }: { usageInfo: UsageInfo }) => (
  <span className="meter" title={formatUse(usageInfo)}>
    <Gauge {...usageInfo} />
  </span>
);

const Gauge = ({ currentTokens, tokenLimit }: UsageInfo) => (
  <>
    {tokenLimit !== null && <UsageBar tokens={currentTokens} of={tokenLimit} />}
    <span className="wide-only">
      {roundTokens(currentTokens)}
      {tokenLimit === null ? ' tokens' : ` of ${roundTokens(tokenLimit)}`}
    </span>
    <span className="narrow-only">{roundTokens(currentTokens)}</span>
  </>
);

const formatUse = ({ currentTokens, tokenLimit }: UsageInfo): string =>
  tokenLimit === null
    ? `${formatNumber(currentTokens)} tokens of context used`
    : `${formatNumber(currentTokens)} of ${formatNumber(tokenLimit)} tokens of context used`;
