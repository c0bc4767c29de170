'use client';

import { CornerDownRight, File, Folder } from 'lucide-react';
import { memo } from 'react';
import { Icon } from '../ui/icon.tsx';
import { plainSegments } from './code-segments.ts';
import { LineRow } from './line-row.tsx';
import { SegmentText } from './segment-text.tsx';
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
          <span className="dir">
            <SegmentText segments={plainSegments(entry.slice(0, nameAt + 1))} />
          </span>
          <SegmentText segments={plainSegments(entry.slice(nameAt + 1))} />
        </span>
      </LineRow>
    );
  });
});
