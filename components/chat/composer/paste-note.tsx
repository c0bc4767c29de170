'use client';

import type { DraftAttachment } from '#components/artifacts/cards/draft-attachment.ts';
import { formatFullTokens } from '#components/artifacts/cards/format-full-tokens.ts';
import { formatCount } from '#components/ui/format-number.ts';
import { formatMoney } from '#lib/core/algorithms/text/format-money.ts';
import { limits } from '#lib/core/limits.ts';
import type { Price } from '#lib/core/vocabulary/ledger/prices.ts';
import { ComposerNote } from './composer-note.tsx';
import { isPasted, longPaste, type Pasting } from './use-paste.ts';

/** What a long paste costs as it is, and what it would cost the other way. */
export function PasteNote(props: {
  text: string;
  attachments: readonly DraftAttachment[];
  pasting: Pasting;
  /** `null`: unknown, so no money is shown. */
  price: Price | null;
}) {
  const { text, attachments, pasting, price } = props;
  if (pasting.error !== null) return <ComposerNote isBad>{pasting.error}</ComposerNote>;
  const pasted = attachments.find(isPasted);
  if (pasted?.upload && pasted.upload.byteLength <= limits.messageCharacters) {
    const { tokens, isEstimated } = pasted.upload;
    const full = formatFullTokens({ fullTokens: tokens, fullTokensEstimated: isEstimated });
    return (
      <ComposerNote action={{ label: 'Paste as text instead', onClick: pasting.pasteAsText }}>
        Attached: <b>{formatCount(pasted.tokens, 'token')}</b>
        {price && `, ${costOf(pasted.tokens, price.input)}`}. As text: <b>{full} tokens</b>
        {price && tokens !== null
          ? `, ${costOf(tokens, price.input)} now and ${costOf(tokens, price.cachedInput ?? price.input)} with every later step.`
          : ' now, and with every later step.'}
      </ComposerNote>
    );
  }
  if (text.length <= longPaste) return null;
  return pasting.isAsText ? (
    <ComposerNote action={{ label: 'Attach instead', onClick: pasting.attachInstead }}>
      The model reads <b>all of this text</b>, now and with every later step.
    </ComposerNote>
  ) : (
    <ComposerNote action={{ label: 'Send as text', onClick: pasting.pasteAsText }}>
      The longest parts of this text will be attached: the model reads <b>a short view</b> of them.
    </ComposerNote>
  );
}

/** Of so many tokens, at a price in micro-dollars per million. */
function costOf(tokens: number, price: number): string {
  const microdollars = Math.round((tokens * price) / 1_000_000);
  return microdollars < 10_000 ? 'under $0.01' : formatMoney(microdollars);
}
