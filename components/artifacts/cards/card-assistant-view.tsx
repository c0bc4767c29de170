import type { ReactNode } from 'react';
import { SeenText } from './seen-text.tsx';

/**
 * The assistant view on a card. Never lower than the other view was, so that what is below does not jump up.
 */
export function CardAssistantView(props: {
  /** `null`: it is loading. */
  seenText: string | null;
  minHeight: number | null;
  words?: ReactNode;
  onBack: () => void;
}) {
  return (
    <>
      <div className="card-body reverse" style={{ minHeight: props.minHeight ?? 0 }}>
        {props.seenText !== null && <SeenText text={props.seenText} />}
      </div>
      <div className="card-more reverse">
        <span className="grow clip mid">{props.words ?? 'What the model saw, as sent'}</span>
        <button type="button" className="link" onClick={props.onBack}>
          Flip back
        </button>
      </div>
    </>
  );
}
