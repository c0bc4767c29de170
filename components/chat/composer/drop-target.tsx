import { formatCount } from '#components/ui/format-number.ts';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import { limits } from '#lib/core/limits.ts';

/** Covers the composer while files are above the page: it takes them wherever they are let go. */
export const DropTarget = ({ count }: { count: number }) => (
  <div className="drop-target">
    <b>Drop to attach {formatCount(count, 'file')}</b>
    <span>Up to {formatBytes(limits.artifactBytes)} each. The model reads a short view.</span>
  </div>
);
