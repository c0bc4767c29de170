import type { ReactNode } from 'react';
import { formatCount } from '../ui/format-number.ts';
import { textNodes } from '../ui/text-pieces.ts';

/** One queued entry: its author and what it asks for. */
export function QueuedRow(props: {
  name: string;
  text: string;
  /** Number of attachments. */
  attachmentCount?: number;
  /** Taken before entries that are not urgent. */
  isUrgent?: boolean;
  children?: ReactNode;
}) {
  const { attachmentCount = 0 } = props;
  return (
    <li className="queued">
      <span className="badge">{props.isUrgent ? 'next' : 'queued'}</span>
      <span className="clip grow">
        <b className="strong">{props.name.split(' ')[0]}</b> {textNodes(props.text)}
      </span>
      {attachmentCount > 0 && <span className="dim small">{formatCount(attachmentCount, 'attachment')}</span>}
      {props.children}
    </li>
  );
}
