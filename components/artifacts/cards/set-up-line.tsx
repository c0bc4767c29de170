import { Wrench } from 'lucide-react';
import { formatDuration } from '#components/ui/format-time.ts';
import { Icon } from '#components/ui/icon.tsx';
import type { ToolTelemetry } from '#lib/core/vocabulary/events.ts';
import { useArtifactPanel } from '../context/panel-context.tsx';

/** The set-up of the workspace that ran before a command. */
export function SetUpLine({ setUp }: { setUp: NonNullable<ToolTelemetry['setUp']> }) {
  const panel = useArtifactPanel();
  const { artifactId, outcome, durationMs } = setUp;
  return (
    <div className="card-more">
      <Icon of={Wrench} isSmall />
      <span className="grow">
        The workspace was set up first: {outcome}, {formatDuration(durationMs)}
      </span>
      {artifactId !== null && (
        <button type="button" className="link" onClick={() => panel.open({ artifactId, lines: null })}>
          Its output
        </button>
      )}
    </div>
  );
}
