'use client';

import { Link as LinkIcon, X } from 'lucide-react';
import { formatCount } from '#components/ui/format-number.ts';
import { Icon } from '#components/ui/icon.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { useCopy } from '#components/ui/use-copy.ts';
import { useKeys } from '#components/ui/use-keys.ts';
import type { LineRange } from '#lib/core/algorithms/lines/lines.ts';
import type { Attaching, AttachmentPrice } from '../cards/use-attach.ts';
import { shortLines } from '../text/line-words.ts';

/** Actions for the selected lines. */
export function SelectionBar(props: {
  lines: LineRange;
  readLink: () => string;
  onShare: () => void;
  attaching: Attaching;
  /** `null`: nothing to comment on. */
  onComment: (() => void) | null;
  onClear: () => void;
}) {
  const { copy, words } = useCopy();
  const { attaching, onComment } = props;
  const { from, to } = props.lines;
  const copyLink = () => void copy(props.readLink);
  useKeys({ y: copyLink, ...(onComment ? { c: onComment } : {}) });
  return (
    <footer className="panel-foot">
      <span className="grow clip">
        <b className="strong">{shortLines(props.lines)}</b>{' '}
        <span className="dim wide-only">{formatCount(to - from + 1, 'line')}</span>
        <span className="dim small narrow-only">{priceWords(attaching.price)}</span>
      </span>
      <button type="button" className="btn wide-only" title="Copy link to the lines  Y" onClick={copyLink}>
        <Icon of={LinkIcon} isSmall />
        {words('Copy link')}
      </button>
      <button
        type="button"
        className={onComment ? 'btn wide-only' : 'btn'}
        aria-label="Share lines"
        onClick={props.onShare}
      >
        Share
      </button>
      {onComment && (
        <button type="button" className="btn" title="Comment for the agent  C" onClick={onComment}>
          Comment
        </button>
      )}
      <AttachButton attaching={attaching} />
      <IconButton icon={X} label="Clear the selection" onClick={props.onClear} />
    </footer>
  );
}

function priceWords(price: AttachmentPrice): string {
  if (price === null) return '…';
  if ('tokens' in price) return formatCount(price.tokens, 'token');
  return price.isTooLong ? 'too long' : 'unavailable';
}

/** Shows the price in tokens before the lines are attached. */
function AttachButton({ attaching: { price, isAttached, attach } }: { attaching: Attaching }) {
  if (isAttached) return <span className="btn quiet is-attached">In your message</span>;
  const refusal = price && 'error' in price ? price.error : null;
  return (
    <button
      type="button"
      className="btn quiet"
      aria-disabled={refusal !== null}
      title={refusal ?? 'Give to the model  M'}
      onClick={attach}
    >
      Give to the model <span className="price wide-only">{priceWords(price)}</span>
    </button>
  );
}
