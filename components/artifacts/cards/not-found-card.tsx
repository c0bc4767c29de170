'use client';

import { Lock } from 'lucide-react';
import { useState } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import type { SeenSource } from '../context/card-source.ts';
import { SeenText } from './seen-text.tsx';
import { useSeenText } from './use-seen-text.ts';

const nothingSeen: SeenSource = { text: '' };

/**
 * The same card for artifacts that never existed, are gone, or are not the reader's, so that nobody learns
 * which IDs exist. What the model read belongs to the conversation and stays available.
 */
export function NotFoundCard({ seen = nothingSeen }: { seen?: SeenSource }) {
  const [isFlipped, setIsFlipped] = useState(false);
  const text = useSeenText(seen, isFlipped);
  return (
    <article className="card" data-card tabIndex={-1} aria-label="Nothing to show here">
      <div className="mid-empty">
        <Icon of={Lock} />
        <b>Nothing to show here</b>
        The link is wrong, has ended, or is not meant for this account.
      </div>
      {isFlipped && (
        <div className="card-body reverse">
          <SeenText text={text ?? ''} />
        </div>
      )}
      {text !== '' && (
        <footer className="card-label">
          <span className="grow" />
          <button
            type="button"
            className="link"
            data-card-action="flip"
            onClick={() => setIsFlipped(!isFlipped)}
          >
            {isFlipped ? 'Close' : 'What the model saw'}
          </button>
        </footer>
      )}
    </article>
  );
}
