'use client';

import { RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { artifactOf, type ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import { ActionFault } from '../text/action-fault.tsx';
import { useRerun } from './use-rerun.ts';

/** Offers to run a call again to replace its expired artifact, where that is possible. */
export function RunAgain(props: { call: ToolCallState; onNew: (artifactId: string) => void }) {
  const { call, onNew } = props;
  const { run, isQueued, error } = useRerun(call);
  const shown = artifactOf(call);
  const [asked, setAsked] = useState<{ before: string | null } | null>(null);
  useEffect(() => {
    if (asked !== null && shown !== null && shown !== asked.before) onNew(shown);
  }, [asked, shown, onNew]);
  const runAgain = () => {
    setAsked({ before: shown });
    run?.();
  };
  return (
    <>
      {run && (
        <button type="button" className="btn" onClick={runAgain}>
          <Icon of={RotateCcw} isSmall />
          Run again
        </button>
      )}
      {isQueued && <span className="small dim">queued to run again</span>}
      <ActionFault text={error} />
    </>
  );
}
