'use client';

import { CircleAlert, History, Shield } from 'lucide-react';
import { memo } from 'react';
import type { ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import { traitsOf } from '#lib/core/vocabulary/artifact-types.ts';
import type { ResultType } from '#lib/core/vocabulary/events.ts';
import { delegateProfile } from '#lib/core/vocabulary/tools/delegate.ts';
import { toolLabel } from '#lib/core/vocabulary/tools/mcp-name.ts';
import { recallOutputProfile } from '#lib/core/vocabulary/tools/recall-output.ts';
import { HintedCard } from '../example/example-hints.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { lazyComponent, lazyContent } from '../ui/lazy-component.tsx';
import { ArtifactCard } from './cards/artifact-card.tsx';
import { titleOfCall } from './cards/artifact-titles.ts';
import { workOfCall } from './cards/call-work.ts';
import { CardHead } from './cards/card-head.tsx';
import { FailedCard } from './cards/failed-card.tsx';
import { RunningCard } from './cards/running-card.tsx';
import { TerminalCard } from './cards/terminal-card.tsx';
import { TextCard } from './cards/text-card.tsx';
import { useWork } from './context/work-context.tsx';
import { commandOf, describeCall } from './text/describe-call.ts';
import { viewers } from './viewers/viewers.ts';

/** Few calls ask; it loads with the page all the same, so that one which asks is there at once. */
const PermissionCard = lazyComponent(
  async () => (await import('./approvals/permission-card.tsx')).PermissionCard,
  ({ call }) => (
    <article className="card asks">
      <CardHead icon={Shield} title={titleOfCall(call)} titleKind="words" meta="asks for approval" />
    </article>
  ),
);

/** Above the result of a call that asked. */
const PermissionLine = lazyContent(
  'permission-answer',
  async () => (await import('./approvals/permission-line.tsx')).PermissionLine,
  () => <p className="permission-line" />,
);

/** Few servers ask; it loads when the first one does. */
const ElicitationCard = lazyComponent(
  async () => (await import('./approvals/elicitation-card.tsx')).ElicitationCard,
);

const SubAgentsCard = lazyContent(
  'sub-agents',
  async () => (await import('./agents/sub-agents-card.tsx')).SubAgentsCard,
  ({ children }) => children,
);

const failedWords: Record<Exclude<ResultType, 'success'>, string> = {
  failure: 'failed',
  rejected: 'refused',
  denied: 'refused',
};

interface Props {
  call: ToolCallState;
  isRunActive: boolean;
}

/** Loads the card that asks, and the line that it becomes. */
export const preloadPermissionCard = (): void => {
  PermissionCard.preload();
  PermissionLine.preload();
};

/** A tool call in the thread, in any state; an answered approval is shown above it. */
export const ToolCard = memo(function ToolCard({ call, isRunActive: isOfActiveRun }: Props) {
  // Of a client of the gateway, each call goes on by itself.
  const isRunActive = isOfActiveRun || call.client !== null;
  const { permission } = call;
  const answer = permission?.answer ?? null;
  const fallback = (retry: () => void) => (
    <FailedCard title={titleOfCall(call)} seenText={seenTextOf(call)} onRetry={retry} />
  );
  if (permission && answer === null && call.result === null && isRunActive) {
    return (
      <ErrorBoundary key="permission" fallback={fallback}>
        <PermissionCard call={call} permission={permission} />
      </ErrorBoundary>
    );
  }
  if (call.elicitation && isRunActive) {
    return (
      <ErrorBoundary key="elicitation" fallback={fallback}>
        <ElicitationCard key={call.elicitation.id} call={call} elicitation={call.elicitation} />
      </ErrorBoundary>
    );
  }
  return (
    <>
      {permission && answer && <PermissionLine requestId={permission.requestId} answer={answer} />}
      <HintedCard toolCallId={call.toolCallId}>
        <ErrorBoundary fallback={fallback}>
          <CallCard call={call} isRunActive={isRunActive} />
        </ErrorBoundary>
      </HintedCard>
    </>
  );
});

const seenTextOf = ({ result }: ToolCallState): string =>
  result?.result?.content ?? result?.error?.message ?? '';

function CallCard(props: Props) {
  const card = <ResultCard {...props} />;
  if (props.call.toolName !== delegateProfile.name) return card;
  return <SubAgentsCard call={props.call}>{card}</SubAgentsCard>;
}

function ResultCard({ call, isRunActive }: Props) {
  const { rerun } = useWork();
  const work = workOfCall(call, isRunActive, rerun);
  const shown = call.replacement?.toolTelemetry ?? call.result?.toolTelemetry;
  if (call.partial || (shown?.artifactId != null && shown.type !== null && traitsOf(shown.type).hasEscapes)) {
    return <TerminalCard call={call} work={work} />;
  }
  if (!call.result) return <RunningCard call={call} isRunActive={isRunActive} />;
  const { resultType } = call.result;
  const telemetry = shown ?? call.result.toolTelemetry;
  const title = telemetry.title ?? describeCall(call.toolName, call.arguments);
  const text = seenTextOf(call);
  if (resultType !== 'success') {
    const titleKind = commandOf(call.arguments) === null ? 'path' : 'command';
    const meta = <span className="bad strong">{failedWords[resultType]}</span>;
    return (
      <TextCard
        icon={CircleAlert}
        title={title}
        titleKind={titleKind}
        meta={meta}
        call={call}
        telemetry={telemetry}
        text={text}
      />
    );
  }
  if (telemetry.artifactId !== null && telemetry.type !== null) {
    return (
      <ArtifactCard
        artifactId={telemetry.artifactId}
        type={telemetry.type}
        title={title}
        telemetry={telemetry}
        source={call}
        work={work}
      />
    );
  }
  const { presentation } = viewers[telemetry.type ?? 'text'];
  const isRecall = call.toolName === recallOutputProfile.name;
  return (
    <TextCard
      icon={isRecall ? History : presentation.icon}
      title={title}
      titleKind={presentation.title}
      meta={isRecall ? 'recalled' : toolLabel(call.toolName)}
      call={call}
      telemetry={telemetry}
      text={text}
    />
  );
}
