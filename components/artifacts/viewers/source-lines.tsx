'use client';

import type { ComponentProps } from 'react';
import type { LazyCode } from '#components/ui/lazy-code.ts';
import { useLazyCode } from '#components/ui/use-lazy-code.ts';
import type { LineRenderer } from '../lines/line-renderer.ts';
import { LineViewer } from '../lines/line-viewer.tsx';
import { LoadSkeleton } from '../text/load-skeleton.tsx';

/** An artifact's lines, as soon as what draws them has loaded. */
export function SourceLines({
  lines,
  ...props
}: Omit<ComponentProps<typeof LineViewer>, 'renderer'> & { lines: LazyCode<LineRenderer> }) {
  const renderer = useLazyCode(lines);
  return renderer ? <LineViewer {...props} renderer={renderer} /> : <LoadSkeleton rows={12} />;
}
