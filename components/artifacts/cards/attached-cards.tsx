import { ErrorBoundary } from '#components/ui/error-boundary.tsx';
import { type AttachedView, hasView } from '#lib/core/conversation/attached-view.ts';
import type { UserItem } from '#lib/core/conversation/thread-items.ts';
import { ArtifactCard } from './artifact-card.tsx';
import { FailedCard } from './failed-card.tsx';

/** What a member attached to a message, as cards: everything for people, a view for the model. */
export function AttachedCards({ message }: { message: UserItem }) {
  return message.attachments
    .filter(hasView)
    .map((attachment) => <AttachedCard key={attachment.artifactId} attached={{ message, attachment }} />);
}

function AttachedCard({ attached }: { attached: AttachedView }) {
  const { artifactId, title, telemetry } = attached.attachment;
  return (
    <ErrorBoundary fallback={(retry) => <FailedCard title={title} seenText="" onRetry={retry} />}>
      <ArtifactCard
        artifactId={artifactId}
        type={telemetry.type ?? 'text'}
        title={title}
        telemetry={telemetry}
        source={attached}
        work={null}
      />
    </ErrorBoundary>
  );
}
