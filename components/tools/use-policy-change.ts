import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import type { ApprovalPolicy } from '#lib/core/vocabulary/tools/approval.ts';
import { serverOfTool } from '#lib/core/vocabulary/tools/mcp-name.ts';
import { sendJson } from '../ui/request-json.ts';

/** The outcome of the latest choice; `null`: none was made, or it is being saved. */
export type PolicyOutcome = { isSaved: true } | { isSaved: false; error: string } | null;

/**
 * Shows a choice at once and sends it; if it fails, the server's policy is shown again. Choices are sent one
 * after another, since the last one counts and arrow keys make many.
 */
export function usePolicyChange(tool: string, policy: ApprovalPolicy) {
  const { refresh } = useRouter();
  const [shown, setShown] = useState(policy);
  const [outcome, setOutcome] = useState<PolicyOutcome>(null);
  const sent = useRef({ holds: policy, count: 0, last: Promise.resolve() });
  const send = async (chosen: ApprovalPolicy, index: number) => {
    const result = await sendJson<null>('PATCH', '/api/settings', {
      [serverOfTool(tool) === null ? 'approvals' : 'serverApprovals']: { [tool]: chosen },
    });
    if (result.ok) sent.current.holds = chosen;
    if (index !== sent.current.count) return;
    setShown(sent.current.holds);
    setOutcome(result.ok ? { isSaved: true } : { isSaved: false, error: result.error });
    // Refreshed, so that a later visit to this page shows the current policy.
    if (result.ok) refresh();
  };
  const change = (chosen: ApprovalPolicy) => {
    setShown(chosen);
    setOutcome(null);
    sent.current.count += 1;
    const index = sent.current.count;
    sent.current.last = sent.current.last.then(() => send(chosen, index));
  };
  return { shown, outcome, change };
}
