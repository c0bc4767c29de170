import { type Approvals, approvalFor } from '../core/approval.ts';
import { limits } from '../core/limits.ts';
import { deniedReason } from '../workspace/commands.ts';

export interface PolicyWatch {
  /** Ends the call: with the run, or because its tool was denied meanwhile. */
  signal: AbortSignal;
  /** The call is over. */
  end(): void;
}

interface Watched {
  toolName: string;
  /** Of the run. */
  signal: AbortSignal;
  readApprovals(): Promise<Approvals>;
  /** The policy could not be read: it is read again. */
  onFailure(error: unknown): void;
}

/**
 * Watches over a call that goes on for long. The policy is read again and again, since the admin who denies a tool may have
 * reached another process than the one its programs run on.
 */
export function watchPolicy(
  { toolName, signal, readApprovals, onFailure }: Watched,
  everyMs: number = limits.rightsCheckMs,
): PolicyWatch {
  const denied = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const look = async () => {
    const isDenied = await readApprovals().then(
      (approvals) => approvalFor(approvals, toolName) === 'deny',
      onFailure,
    );
    if (isDenied === true) denied.abort(deniedReason);
    else lookLater();
  };
  const lookLater = () => {
    if (!isOver) timer = setTimeout(() => void look(), everyMs).unref();
  };
  lookLater();
  return {
    signal: AbortSignal.any([signal, denied.signal]),
    end() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
