import { limits } from '../core/limits.ts';
import { type Approvals, approvalFor } from '../core/vocabulary/tools/approval.ts';
import { deniedReason } from '../workspace/commands.ts';

export interface PolicyWatch {
  /** Aborts the call: with the run, or because its tool was denied meanwhile. */
  signal: AbortSignal;
  /** Call when the call is over. */
  end(): void;
}

interface Watched {
  toolName: string;
  /** The run's signal. */
  signal: AbortSignal;
  readApprovals(): Promise<Approvals>;
  /** Whether the member for whom it runs may still run commands here. */
  mayRun(): Promise<boolean>;
  /** The policy could not be read; it will be read again. */
  onFailure(error: unknown): void;
}

/**
 * Watches a long-running call. The policy is read repeatedly, because the admin who denies a tool may be
 * connected to another process than the one that runs its programs.
 */
export function watchPolicy(
  { toolName, signal, readApprovals, mayRun, onFailure }: Watched,
  everyMs: number = limits.rightsCheckMs,
): PolicyWatch {
  const denied = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const look = async () => {
    const isDenied = await Promise.all([readApprovals(), mayRun()]).then(
      ([approvals, isAllowed]) => !isAllowed || approvalFor(approvals, toolName) === 'deny',
      onFailure,
    );
    if (isDenied === true) denied.abort(deniedReason);
    else checkLater();
  };
  const checkLater = () => {
    if (!isOver) timer = setTimeout(() => void look(), everyMs).unref();
  };
  checkLater();
  return {
    signal: AbortSignal.any([signal, denied.signal]),
    end() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
