'use client';

import type { LazyCode } from '#components/ui/lazy-code.ts';
import { useLazyCode } from '#components/ui/use-lazy-code.ts';
import { useReading } from '#components/ui/use-reading.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { traitsOf } from '#lib/core/vocabulary/artifact-types.ts';
import type { LineRenderer } from '../lines/line-renderer.ts';
import { LinePreview } from '../viewers/line-preview.tsx';
import { PreviewSkeleton } from '../viewers/preview-skeleton.tsx';
import type { PreviewProps } from '../viewers/viewer.ts';
import { viewers } from '../viewers/viewers.ts';

/** The first lines of an artifact on its card, rendered by the viewer of its type. */
export function CardPreview(props: PreviewProps) {
  const { metadata, data } = props;
  const { isSourceFirst } = useReading();
  const { card, lines } = viewers[metadata.type];
  const Preview =
    (isSourceFirst ? null : richPreviewOf(metadata)) ?? (card.isRichPreview ? null : card.Preview);
  if (Preview) return <Preview {...props} />;
  if (lines === null) return null;
  return (
    <FirstLines
      lines={lines}
      hasGutter={card.hasGutter}
      metadata={metadata}
      data={data}
      height={props.height}
      startedMs={props.startedMs}
    />
  );
}

/** Output of commands is shown as printed. */
function richPreviewOf({ type, form }: ArtifactMetadata) {
  const { card } = viewers[form ?? type];
  return card.isRichPreview && !traitsOf(type).hasEscapes ? card.Preview : null;
}

function FirstLines(
  props: Pick<PreviewProps, 'metadata' | 'data' | 'height' | 'startedMs'> & {
    lines: LazyCode<LineRenderer>;
    hasGutter: boolean;
  },
) {
  const { lines, height, startedMs, ...shown } = props;
  const renderer = useLazyCode(lines);
  return renderer ? (
    <LinePreview renderer={renderer} {...shown} />
  ) : (
    <PreviewSkeleton height={height} startedMs={startedMs} />
  );
}
