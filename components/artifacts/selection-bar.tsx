'use client';

import { Link as LinkIcon, X } from 'lucide-react';
import type { LineRange } from '../../lib/core/lines.ts';
import { formatCount } from '../ui/format-number.ts';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { useCopy } from '../ui/use-copy.ts';

/** What can be done with the lines that are selected. */
export function SelectionBar(props: {
  lines: LineRange;
  readLink: () => string;
  onShare: () => void;
  onClear: () => void;
}) {
  const { outcome, copy } = useCopy();
  const { from, to } = props.lines;
  return (
    <footer className="panel-foot">
      <span className="grow clip">
        <b className="strong">{from === to ? `L${from}` : `L${from}–L${to}`}</b>{' '}
        <span className="dim">{formatCount(to - from + 1, 'line')}</span>
      </span>
      <button
        type="button"
        className="btn"
        title="Copy link to the lines  Y"
        onClick={() => void copy(props.readLink)}
      >
        <Icon of={LinkIcon} isSmall />
        {outcome === 'copied' ? 'Copied' : outcome === 'failed' ? 'Could not copy' : 'Copy link'}
      </button>
      <button type="button" className="btn" onClick={props.onShare}>
        Share lines
      </button>
      <IconButton icon={X} label="Clear the selection" onClick={props.onClear} />
    </footer>
  );
}
