import type { ReactNode } from 'react';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { ToolTelemetry } from '#lib/core/vocabulary/events.ts';
import { artifactUrl } from '../api/artifact-api.ts';
import { AppSkeleton } from '../apps/app-skeleton.tsx';
import { useWork } from '../context/work-context.tsx';
import { LazyAppView, LazyResultParts } from './rare-parts.ts';

/** Whether a page of its server shows a result. */
export const hasApp = ({ app }: ToolTelemetry): boolean => app !== undefined && app.problem === undefined;

/** What a card shows of a result: the page of its server, if it has one, or what we make of it. */
export function CardContent(props: {
  artifactId: string;
  title: string;
  telemetry: ToolTelemetry;
  /** `null`: not known yet. */
  metadata: ArtifactMetadata | null;
  onApp: (isShown: boolean) => void;
  children: ReactNode;
}) {
  const { artifactId, title, telemetry, metadata, onApp, children } = props;
  const { suggest } = useWork();
  const shown = (
    <>
      {children}
      {metadata && (metadata.parts || metadata.links) && <LazyResultParts metadata={metadata} />}
    </>
  );
  if (!hasApp(telemetry)) return shown;
  if (metadata === null) return <AppSkeleton />;
  if (!metadata.app) return shown;
  return (
    <LazyAppView baseUrl={artifactUrl(artifactId)} title={title} mayCall onSuggest={suggest} onShown={onApp}>
      {shown}
    </LazyAppView>
  );
}
