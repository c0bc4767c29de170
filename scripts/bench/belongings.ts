import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Everything a bench has started and written, removed at the end or when it is stopped midway. */
export interface Belongings {
  /** Registers a callback that removes something; it is called once. */
  add(remove: () => Promise<void>): void;
  /** Creates a temporary folder. */
  makeFolder(): Promise<string>;
  /** Removes in reverse order. Anything added after this call is removed at once. */
  removeAll(): Promise<void>;
}

export function createBelongings(): Belongings {
  const removals: (() => Promise<void>)[] = [];
  let removing: Promise<void> | null = null;

  const removeEach = async () => {
    for (let remove = removals.pop(); remove; remove = removals.pop()) await remove();
  };

  const belongings: Belongings = {
    add(remove) {
      removals.push(remove);
      if (removing) removing = removing.then(removeEach);
    },
    async makeFolder() {
      const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
      belongings.add(() => rm(folder, { recursive: true, force: true }));
      return folder;
    },
    removeAll() {
      removing ??= removeEach();
      return removing;
    },
  };
  return belongings;
}
