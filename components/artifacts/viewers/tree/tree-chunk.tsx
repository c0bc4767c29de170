'use client';

import { CornerDownRight, File, Folder } from 'lucide-react';
import { memo, useMemo } from 'react';
import type { ChunkProps } from '#components/artifacts/lines/line-renderer.ts';
import { LineRow } from '#components/artifacts/lines/line-row.tsx';
import { plainSegments } from '#components/artifacts/text/code-segments.ts';
import { MarkedLine } from '#components/artifacts/text/marked-line.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { type ListingLine, readListingLine } from '#lib/core/algorithms/lines/listing-line.ts';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';

const iconOf = ({ path, size }: ListingLine) => {
  // Only files have a size, so with one, an arrow is part of the name.
  if (size !== null) return File;
  if (path.endsWith('/')) return Folder;
  return path.includes(' -> ') ? CornerDownRight : File;
};

/** A listing with one path per line: folders end in `/`, links name their target, files have a size. */
export const TreeChunk = memo(function TreeChunk({ lines, firstNumber, hasGutter }: ChunkProps) {
  return lines.map((entry, index) => {
    const number = firstNumber + index;
    const line = hasGutter ? number : null;
    const listed = readListingLine(entry);
    const { path, size } = listed;
    return (
      <LineRow
        key={number}
        line={line}
        className="listing-row"
        after={size !== null && <EntrySize entry={entry} path={path} size={size} line={line} />}
      >
        <Icon of={iconOf(listed)} isSmall />
        <span>
          <EntryPath listed={listed} line={line} />
        </span>
      </LineRow>
    );
  });
});

function EntryPath(props: { listed: ListingLine; line: number | null }) {
  'use memo';
  const { listed, line } = props;
  const { path, size } = listed;
  const segments = useMemo(() => {
    const own = size === null ? path.split(' -> ', 1)[0] : path;
    const nameAt = (own?.replace(/\/$/, '').lastIndexOf('/') ?? -1) + 1;
    return [
      { text: path.slice(0, nameAt), className: 'dir' },
      { text: path.slice(nameAt), className: '' },
    ];
  }, [path, size]);
  return <MarkedLine segments={segments} line={line} />;
}

/** A rounded size. The source has it to the byte, where a search finds it. */
function EntrySize(props: { entry: string; path: string; size: number; line: number | null }) {
  'use memo';
  const { entry, path, size, line } = props;
  const [before, segments] = useMemo(() => {
    const digitsAt = path.length + 1;
    return [entry.slice(0, digitsAt), plainSegments(entry.slice(digitsAt))];
  }, [entry, path]);
  return (
    <span className="listing-size">
      {line === null ? formatBytes(size) : <MarkedLine segments={segments} line={line} before={before} />}
    </span>
  );
}
