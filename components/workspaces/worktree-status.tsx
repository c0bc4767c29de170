import type { WorktreeAct } from '#lib/core/conversation/conversation-state.ts';
import { formatCount } from '../ui/format-number.ts';
import { TimeText } from '../ui/time-text.tsx';

/**
 * One sentence on how a worktree differs from its workspace: the agent at work, the changed files, or
 * people's last action.
 */
export function WorktreeStatus(props: {
  /** Files that differ from where it began, or from the last merge; `null`: not known yet. */
  changedFiles: number | null;
  isRunning: boolean;
  act: WorktreeAct | null;
  workspace: string;
}) {
  const { changedFiles, isRunning, act } = props;
  if (isRunning) return 'The agent is working.';
  if (changedFiles === null) return null;
  const count = formatCount(changedFiles, 'file');
  if (changedFiles > 0 && (act?.kind === 'pushed' || act?.kind === 'updated')) {
    return (
      <>
        {count} changed. {wordsOf(act, props.workspace)}, <TimeText iso={act.timestamp} />.
      </>
    );
  }
  if (changedFiles > 0) return `${count} changed`;
  if (act === null) return 'No changes yet.';
  return (
    <>
      {wordsOf(act, props.workspace)}, <TimeText iso={act.timestamp} />. No changes since.
    </>
  );
}

function wordsOf({ kind, by, fileCount, pushed, updated }: WorktreeAct, workspace: string): string {
  switch (kind) {
    case 'pushed':
      return `${by.name} pushed ${pushed?.branch ?? 'it'} to ${pushed?.host ?? 'the remote'}`;
    case 'updated': {
      const kept = updated?.kept.length ?? 0;
      const words = `${by.name} updated it to ${updated?.branch ?? 'the remote'}`;
      return kept === 0 ? words : `${words}; ${formatCount(kept, 'file')} could not be merged and stayed`;
    }
    case 'merged':
      return `${by.name} merged ${formatCount(fileCount ?? 0, 'file')} into ${workspace}`;
    case 'discarded':
      return `${by.name} discarded the changes`;
  }
}
