import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import type { ApprovalPolicy } from '../../lib/core/approval.ts';
import type { ToolName } from '../../lib/core/tool-names.ts';
import { sendJson } from '../ui/request-json.ts';

/** What became of the latest choice; `null`: none was made, or it is on its way. */
export type PolicyOutcome = { isSaved: true } | { isSaved: false; error: string } | null;

/**
 * A choice is shown at once and sent; one that fails gives way to what the server has. Choices are sent one after another, for the
 * last one holds: the arrow keys make many.
 */
export function usePolicyChange(tool: ToolName, policy: ApprovalPolicy) {
  const { refresh } = useRouter();
  const [shown, setShown] = useState(policy);
  const [outcome, setOutcome] = useState<PolicyOutcome>(null);
  const sent = useRef({ holds: policy, count: 0, last: Promise.resolve() });
  const send = async (chosen: ApprovalPolicy, index: number) => {
    const result = await sendJson<null>('PATCH', '/api/settings', { approvals: { [tool]: chosen } });
    if (result.ok) sent.current.holds = chosen;
    if (index !== sent.current.count) return;
    setShown(sent.current.holds);
    setOutcome(result.ok ? { isSaved: true } : { isSaved: false, error: result.error });
    // Who comes back to this page finds it as it is now.
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
