'use client';

import { WifiOff } from 'lucide-react';
import { Icon } from '#components/ui/icon.tsx';
import { useNow } from '#components/ui/use-now.ts';

/** Says that the network failed, not the result. Counts down to the next retry, and offers to retry now. */
export function NotLoaded(props: {
  noun: string;
  retryAtMs: number | null;
  isLow: boolean;
  /** The reason, where it is known. */
  reason?: string;
  onRetry: () => void;
}) {
  const now = useNow('second');
  const seconds =
    props.retryAtMs === null || now === null ? null : Math.max(1, Math.ceil((props.retryAtMs - now) / 1000));
  const words =
    seconds === null ? (props.reason ?? 'The server did not answer.') : `Trying again in ${seconds} s`;
  const button = (
    <button type="button" className={props.isLow ? 'btn is-small' : 'btn'} onClick={props.onRetry}>
      Try now
    </button>
  );
  if (props.isLow) {
    return (
      <div className="mid-row">
        <span className="grow clip">
          Could not load the {props.noun}. {words}
        </span>
        {button}
      </div>
    );
  }
  return (
    <div className="mid-empty">
      <Icon of={WifiOff} />
      <b>Could not load the {props.noun}</b>
      {words}
      {button}
    </div>
  );
}
