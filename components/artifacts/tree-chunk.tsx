'use client';

import { CornerDownRight, File, Folder } from 'lucide-react';
import { memo, useMemo } from 'react';
import { Icon } from '../ui/icon.tsx';
import { LineRow } from './line-row.tsx';
import { MarkedLine } from './marked-line.tsx';
import type { ChunkProps } from './viewer.ts';

const iconOf = (entry: string) => {
  if (entry.endsWith('/')) return Folder;
  return entry.includes(' -> ') ? CornerDownRight : File;
};

/** A listing: one path a line, folders end in `/`, links name what they lead to. */
export const TreeChunk = memo(function TreeChunk({ lines, firstNumber, hasGutter }: ChunkProps) {
  return lines.map((entry, index) => {
    const number = firstNumber + index;
    const nameAt = entry.replace(/\/$/, '').split(' -> ')[0]?.lastIndexOf('/') ?? -1;
    return (
      <LineRow key={number} line={hasGutter ? number : null} className="entry">
        <Icon of={iconOf(entry)} isSmall />
        <span>
          <EntryText entry={entry} nameAt={nameAt + 1} line={hasGutter ? number : null} />
        </span>
      </LineRow>
    );
  });
});

function EntryText({ entry, nameAt, line }: { entry: string; nameAt: number; line: number | null }) {
  const segments = useMemo(
    () => [
      { text: entry.slice(0, nameAt), className: 'dir' },
      { text: entry.slice(nameAt), className: '' },
    ],
    [entry, nameAt],
  );
  return <MarkedLine segments={segments} line={line} />;
}
