import { lazyPart } from '../ui/lazy-component.tsx';

/** Most conversations change no file. */
export const LazyWorktreeBar = lazyPart(
  async () => (await import('./worktree-bar.tsx')).WorktreeBar,
  ({ worktree }) =>
    worktree && (
      <section className="worktree-bar">
        <span className="mono">{worktree.branch}</span>
      </section>
    ),
);
