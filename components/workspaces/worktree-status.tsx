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
  /** The workspace itself, which others change too. */
  isShared: boolean;
}) {
  const { changedFiles, isRunning, act, isShared } = props;
  if (isRunning) return 'The agent is working.';
  if (changedFiles === null) return null;
  const files = formatCount(changedFiles, 'file');
  const changed = `${files} changed${isShared ? ' since its last commit, by anybody' : ''}`;
  if (changedFiles > 0 && (act?.type === 'worktree.pushed' || act?.type === 'worktree.updated')) {
    return (
      <>
        {changed}. {wordsOf(act, props.workspace)}, <TimeText iso={act.timestamp} />.
      </>
    );
  }
  if (changedFiles > 0) return changed;
  if (act === null) return 'No changes yet.';
  return (
    <>
      {wordsOf(act, props.workspace)}, <TimeText iso={act.timestamp} />. No changes since.
    </>
  );
}

function wordsOf({ type, data }: WorktreeAct, workspace: string): string {
  const { name } = data.by;
  switch (type) {
    case 'worktree.pushed':
      return `${name} pushed ${data.branch} to ${data.host}`;
    case 'worktree.updated': {
      const kept = data.kept.length;
      const words = `${name} updated it to ${data.branch}`;
      return kept === 0 ? words : `${words}; ${formatCount(kept, 'file')} could not be merged and stayed`;
    }
    case 'worktree.merged':
      return `${name} merged ${formatCount(data.fileCount, 'file')} into ${workspace}`;
    case 'worktree.discarded':
      return `${name} discarded the changes`;
  }
}
