import { TimeText } from '#components/ui/time-text.tsx';
import type { Replacement } from '#lib/core/conversation/conversation-state.ts';

/** On the label of a card that shows a later run than the one the model read. */
export const RunAgainBy = ({ replacement }: { replacement: Replacement }) => (
  <span className="clip again">
    run again by {replacement.by.name.split(' ')[0]}, <TimeText iso={replacement.timestamp} />
  </span>
);

/** On the assistant view of such a card. */
export function ReadFirstRun({ readAt }: { readAt: string }) {
  return (
    <>
      The model read the first run at <TimeText iso={readAt} />.
    </>
  );
}
