'use client';

import { scrollRegion } from '#components/ui/scroll-region.ts';
import { HiddenText } from '../text/hidden-text.tsx';
import { LoadFault } from '../text/load-fault.tsx';

/** In place of a view that could not be rendered: says so. */
export const ViewFault = ({ onRetry }: { onRetry: () => void }) => (
  <LoadFault text="This view could not be shown. Below is the plain text." onRetry={onRetry} />
);

/** The same above the text itself, where that is already here. */
export function FailedView(props: { lines: readonly string[]; onRetry: () => void }) {
  return (
    <div className="failed-view">
      <ViewFault onRetry={props.onRetry} />
      <div className="seen" {...scrollRegion('The plain text')}>
        {props.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
          <div key={index}>
            <HiddenText text={line} />
          </div>
        ))}
      </div>
    </div>
  );
}
