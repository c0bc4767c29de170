'use client';

import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { Compaction } from '#lib/core/conversation/conversation-state.ts';
import { SeenText } from '../artifacts/cards/seen-text.tsx';
import { useArtifactPanel } from '../artifacts/context/panel-context.tsx';
import { formatCount, formatNumber } from '../ui/format-number.ts';
import { Icon } from '../ui/icon.tsx';
import { TimeText } from '../ui/time-text.tsx';

/** In the thread, where the model no longer reads what is above: how much that was, and the words in its place. */
export function CompactionLine({ compaction }: { compaction: Compaction }) {
  const { artifactId, by, messagesRemoved, preCompactionTokens, postCompactionTokens } = compaction;
  const { onlyFor, isTruncation, trigger, summaryFailure } = compaction;
  const { open } = useArtifactPanel();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <section className="compaction" aria-label="Compaction">
      <p className="compaction-line">
        <button
          type="button"
          className="compaction-toggle"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon of={ChevronRight} isSmall />
          <span>
            {formatCount(messagesRemoved, 'message')} {isTruncation ? `left out for ${onlyFor}` : 'compacted'}{' '}
            at <TimeText iso={compaction.timestamp} />
            {by && ` by ${by.name}`}
            {trigger === 'provider' && ` by the provider of ${onlyFor}`}
          </span>
          <span>
            {formatNumber(preCompactionTokens)} → <b>{formatNumber(postCompactionTokens)}</b> tokens
          </span>
        </button>
      </p>
      {isTruncation && (
        <div className="note warn" role="note">
          <span>
            <b>
              {formatCount(messagesRemoved, 'message')} do not fit the window of {onlyFor}.
            </b>{' '}
            Choose a model with a larger window to send them.
          </span>
        </div>
      )}
      {summaryFailure && (
        <div className="note" role="note">
          <span>
            <b>The model wrote no usable summary.</b> Compacted by rule instead. {summaryFailure}
          </span>
        </div>
      )}
      <div id={id} hidden={!isOpen} className="card">
        {isOpen && (
          <>
            <p className="compaction-head">What the model reads in their place</p>
            <div className="reverse">
              <SeenText text={compaction.summaryContent} />
            </div>
            {trigger === 'provider' && (
              <p className="compaction-head">
                Besides, a summary of the provider, which is encrypted: only {onlyFor} can read it.
              </p>
            )}
            <p className="compaction-foot">
              <span className="grow">Nothing was deleted. The model can recall any of it.</span>
              <button type="button" className="link" onClick={() => open({ artifactId, lines: null })}>
                All that was compacted
              </button>
            </p>
          </>
        )}
      </div>
    </section>
  );
}
