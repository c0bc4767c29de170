'use client';

import type { ConversationUsage } from '#lib/core/api/conversation-usage.ts';
import { formatNumber } from '../ui/format-number.ts';
import { lazyPopup } from '../ui/lazy-component.tsx';
import { usePopupButton } from '../ui/use-popup-button.ts';
import { roundTokens } from './round-tokens.ts';
import { UsageBar } from './usage-bar.tsx';
import { useConversationUsage } from './use-conversation-usage.ts';

const UsagePopup = lazyPopup(async () => (await import('./usage-popup.tsx')).UsagePopup);

/** How full the model's context is; opens details of what fills it, and what the split kept out. */
export function ContextMeter(props: { conversationId: string; revision: string }) {
  const usage = useConversationUsage(props.conversationId, props.revision);
  const { buttonProps, popupProps } = usePopupButton(UsagePopup);
  if (usage === null) return <span className="meter" aria-hidden="true" />;
  return (
    <>
      <button {...buttonProps} className="meter" aria-label={formatUse(usage)} title={formatUse(usage)}>
        {usage.windowTokens !== null && <UsageBar tokens={usage.usedTokens} of={usage.windowTokens} />}
        <span className="wide-only">
          {roundTokens(usage.usedTokens)}
          {usage.windowTokens === null ? ' tokens' : ` of ${roundTokens(usage.windowTokens)}`}
        </span>
        <span className="narrow-only">{roundTokens(usage.usedTokens)}</span>
      </button>
      <UsagePopup {...popupProps} usage={usage} conversationId={props.conversationId} />
    </>
  );
}

const formatUse = ({ usedTokens, windowTokens }: ConversationUsage): string =>
  windowTokens === null
    ? `${formatNumber(usedTokens)} tokens of context used`
    : `${formatNumber(usedTokens)} of ${formatNumber(windowTokens)} tokens of context used`;
