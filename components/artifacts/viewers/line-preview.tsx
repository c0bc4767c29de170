'use client';

import { type CSSProperties, useMemo } from 'react';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { LineWindow } from '#lib/core/vocabulary/line-window.ts';
import type { LineRenderer } from '../lines/line-renderer.ts';

/** The first lines of an artifact on its card. */
export function LinePreview(props: {
  renderer: LineRenderer;
  hasGutter: boolean;
  metadata: ArtifactMetadata;
  data: LineWindow;
}) {
  'use memo';
  const { renderer, hasGutter, metadata, data } = props;
  const cut = useMemo(
    () => new Map(data.cut.map((line) => [line.line - data.from, line.byteLength])),
    [data],
  );
  return (
    <div className={hasGutter ? 'code' : 'code no-gutter'} style={{ '--gutter': '44px' } as CSSProperties}>
      <renderer.Chunk
        lines={data.lines}
        firstNumber={metadata.firstLine + data.from - 1}
        cut={cut}
        language={renderer.language(metadata)}
        openState=""
        metadata={metadata}
        previousLine={null}
        hasGutter={hasGutter}
      />
    </div>
  );
}
