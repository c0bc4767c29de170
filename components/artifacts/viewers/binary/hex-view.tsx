'use client';

import { useEffect, useState } from 'react';
import { useRowWindow } from '#components/artifacts/lines/use-row-window.ts';
import { LoadFault } from '#components/artifacts/text/load-fault.tsx';
import { formatNumber } from '#components/ui/format-number.ts';
import { scrollRegion } from '#components/ui/scroll-region.ts';
import { useEffectOn } from '#components/ui/use-effect-on.ts';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import { limits } from '#lib/core/limits.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { PanelMessage } from '../panel-message.tsx';
import type { ByteSource } from './byte-source.ts';
import { fileKind } from './file-kind.ts';
import { HexBar } from './hex-bar.tsx';
import { bytesPerRow, formatOffset, hexRows } from './hex-rows.ts';
import { useByteSource } from './use-byte-source.ts';

const rowPx = 20;
const paddingPx = 8;
const headBytes = 512;

/** Any number of bytes: only the visible ones are fetched and rendered. */
export function HexView({ baseUrl, metadata }: { baseUrl: string; metadata: ArtifactMetadata }) {
  const { byteLength } = metadata;
  const source = useByteSource(baseUrl, byteLength);
  const [part, setPart] = useState(0);
  const [target, setTarget] = useState<{ offset: number } | null>(null);
  const partCount = Math.ceil(byteLength / limits.hexPartBytes);
  const partStart = part * limits.hexPartBytes;
  const partBytes = Math.min(limits.hexPartBytes, byteLength - partStart);
  const list = useRowWindow({
    count: Math.ceil(partBytes / bytesPerRow),
    rowPx,
    headPx: paddingPx,
    isMeasured: false,
  });
  const from = partStart + (list.chunks[0]?.from ?? 0) * bytesPerRow;
  const to = Math.min(byteLength, partStart + (list.chunks.at(-1)?.to ?? 0) * bytesPerRow);
  // The first bytes identify the kind of file; the visible ones are requested after them.
  useEffect(() => source.want(0, Math.min(headBytes, byteLength)), [source, byteLength]);
  useEffect(() => {
    if (to > from) source.want(from, to);
  }, [source, from, to]);
  // Scrolls only when the target or the part changes.
  useEffectOn([target, part], () => {
    const box = list.scroller.current;
    if (!box) return;
    const row = target === null ? 0 : Math.floor((target.offset - partStart) / bytesPerRow);
    list.scrollTo(Math.max(0, paddingPx + row * rowPx - box.clientHeight / 3));
  });

  const kind = useKind(source, byteLength);
  const code = source.failure();
  if (code === 'artifact_expired') return <PanelMessage about={metadata} />;
  const goTo = (offset: number) => {
    setPart(Math.floor(offset / limits.hexPartBytes));
    setTarget({ offset });
  };
  return (
    <div className="hex-view">
      <HexBar
        byteLength={byteLength}
        kind={kind === null ? formatBytes(byteLength) : `${kind}, ${formatBytes(byteLength)}`}
        part={part}
        partCount={partCount}
        onPart={(next) => {
          setPart(next);
          setTarget(null);
        }}
        onGo={goTo}
      />
      {code !== null && <LoadFault text="Could not load these bytes." onRetry={source.retry} />}
      <div {...scrollRegion('Bytes')} ref={list.scroller} className="lines hex">
        <div className="lines-in" style={{ height: list.heightPx }}>
          {list.chunks.map(({ index, startPx, from: first, to: last }) => {
            const start = partStart + first * bytesPerRow;
            const bytes = source.bytes(start, Math.min(byteLength, partStart + last * bytesPerRow));
            return (
              <div key={index} className="chunk" style={{ transform: `translateY(${startPx}px)` }}>
                {bytes &&
                  hexRows(bytes, start).map((row) => (
                    <div
                      key={row.offset}
                      className={isIn(row.offset, target) ? 'hex-row sel' : 'hex-row'}
                      data-offset={row.offset}
                    >
                      <span className="hex-at">{formatOffset(row.offset)}</span>
                      <span className="hex-half">{row.halves[0]}</span>
                      <span className="hex-half">{row.halves[1]}</span>
                      <span className="hex-text">{row.text}</span>
                    </div>
                  ))}
              </div>
            );
          })}
        </div>
      </div>
      <p className="image-facts">
        <span className="grow">{formatNumber(byteLength)} bytes, offsets in hexadecimal</span>
        <a className="link" href={baseUrl} download>
          Download
        </a>
      </p>
    </div>
  );
}

/**
 * The kind of file, remembered since the first bytes are released while scrolling; `null`: they are loading.
 */
function useKind(source: ByteSource, byteLength: number): string | null {
  const [known, setKnown] = useState<{ source: ByteSource; kind: string } | null>(null);
  const kind = known?.source === source ? known.kind : null;
  const head = kind === null ? source.bytes(0, Math.min(headBytes, byteLength)) : null;
  if (head === null) return kind;
  const found = fileKind(head) ?? 'Unknown file type';
  setKnown({ source, kind: found });
  return found;
}

const isIn = (offset: number, target: { offset: number } | null): boolean =>
  target !== null && target.offset >= offset && target.offset < offset + bytesPerRow;
