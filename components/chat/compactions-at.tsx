import type { Compaction } from '#lib/core/conversation/conversation-state.ts';
import { lazyPart } from '../ui/lazy-component.tsx';

const CompactionLine = lazyPart(async () => (await import('./compaction-line.tsx')).CompactionLine);

/** Above a message from which on the model reads all as it is. */
export const CompactionsAt = (props: { messageId: string; compactions: readonly Compaction[] }) =>
  props.compactions.map(
    (compaction) =>
      compaction.messageId === props.messageId && (
        <CompactionLine key={compaction.artifactId} compaction={compaction} />
      ),
  );
