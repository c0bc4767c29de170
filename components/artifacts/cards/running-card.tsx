'use client';

import { LoaderCircle } from 'lucide-react';
import type { ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import { toolLabel } from '#lib/core/vocabulary/tools/mcp-name.ts';
import { commandOf, describeCall } from '../text/describe-call.ts';
import { CardHead } from './card-head.tsx';
import { RunningMeta } from './running-meta.tsx';
import { StopButton } from './stop-button.tsx';

/** A call that is running, or that had not finished when its run ended. */
export function RunningCard({ call, isRunActive }: { call: ToolCallState; isRunActive: boolean }) {
  const title = describeCall(call.toolName, call.arguments);
  return (
    <article className="card" data-card tabIndex={-1} aria-label={`${call.toolName} ${title}`}>
      <CardHead
        icon={LoaderCircle}
        title={title}
        titleKind={commandOf(call.arguments) === null ? 'path' : 'command'}
        meta={<Meta call={call} isRunActive={isRunActive} />}
      >
        {isRunActive && call.client === null && <StopButton />}
      </CardHead>
      {call.progress && (
        <div className="card-body">
          <div className="seen">{call.progress}</div>
        </div>
      )}
      <footer className="card-label">
        <span className="card-remark mono">{toolLabel(call.toolName)}</span>
        <span className="grow" />
        {isRunActive && <span>The model reads this when the call ends</span>}
      </footer>
    </article>
  );
}

function Meta({ call, isRunActive }: { call: ToolCallState; isRunActive: boolean }) {
  if (!isRunActive) return 'not finished';
  if (call.status === 'requested' || call.startedAt === null) return 'waiting';
  return <RunningMeta startedAt={call.startedAt} />;
}
