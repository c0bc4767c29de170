/**
 * How a path of the workspace is mounted inside a sandbox. A path with a mount can be neither renamed nor
 * removed there.
 * - `keep`: the path itself, writable
 * - `fix`: the path itself, read-only; folders below it may be kept, and stay writable
 * - `close`: the path itself, read-only, with everything below it
 * - `hideFile`, `hideFolder`: an empty one, read-only
 * - `hideSocket`: a device without any function, which git ignores as it does a socket
 */
export type MountKind = 'keep' | 'fix' | 'close' | 'hideFile' | 'hideFolder' | 'hideSocket';

export interface WorkspaceMount {
  path: readonly string[];
  kind: MountKind;
}

/** Collects at most one mount per path, and lists them in the order in which they must be made. */
export interface MountPlan {
  /** The first mount of a path wins, unless a later one is stricter. */
  add(path: readonly string[], kind: MountKind): void;
  /** Adds a mount, and keeps the folders around it from being moved. */
  pin(path: readonly string[], kind: MountKind): void;
  /** Whether the path, or a folder above it, is closed or hidden. */
  covers(path: readonly string[]): boolean;
  remove(path: readonly string[]): void;
  /** Parents first: mounted later, they would cover what is in them. */
  list(): WorkspaceMount[];
}

const strength: Record<MountKind, number> = {
  keep: 0,
  fix: 1,
  close: 2,
  hideFile: 3,
  hideSocket: 3,
  hideFolder: 3,
};

export function createMountPlan(): MountPlan {
  const mounts = new Map<string, WorkspaceMount>();
  const keyOf = (path: readonly string[]) => path.join('/');
  const ancestorsOf = (path: readonly string[]) =>
    path.slice(0, -1).map((_, index) => path.slice(0, index + 1));

  function add(path: readonly string[], kind: MountKind): void {
    const present = mounts.get(keyOf(path));
    if (present && strength[present.kind] >= strength[kind]) return;
    mounts.set(keyOf(path), { path, kind });
  }
  const strengthOf = (path: readonly string[]) => strength[mounts.get(keyOf(path))?.kind ?? 'keep'];
  const covers = (path: readonly string[]) =>
    [...ancestorsOf(path), path].some((each) => strengthOf(each) >= strength.close);

  return {
    add,
    covers,
    pin(path, kind) {
      for (const ancestor of ancestorsOf(path)) {
        // Nothing in a read-only folder can be renamed; a `keep` mount would make it writable again.
        if (strengthOf(ancestor) > strength.keep) break;
        add(ancestor, 'keep');
      }
      add(path, kind);
    },
    remove: (path) => void mounts.delete(keyOf(path)),
    list() {
      const isThere = ({ path }: WorkspaceMount) =>
        !ancestorsOf(path).some((each) => strengthOf(each) === strength.hideFolder);
      const seen = [...mounts.values()].filter(isThere);
      return seen.toSorted((a, b) => compareComponents(a.path, b.path));
    },
  };
}

function compareComponents(a: readonly string[], b: readonly string[]): number {
  for (const [index, component] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    if (component !== other) return component < other ? -1 : 1;
  }
  return a.length - b.length;
}
