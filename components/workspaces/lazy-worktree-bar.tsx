import { lazyPart } from '../ui/lazy-component.tsx';

/** Most conversations have no worktree. */
export const LazyWorktreeBar = lazyPart(
  async () => (await import('./worktree-bar.tsx')).WorktreeBar,
  ({ worktree }) => (
    <section className="worktree-bar">
      <span className="mono">{worktree.branch}</span>
    </section>
  ),
);
