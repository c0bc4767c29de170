import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a bench has started and written: all of it goes at the end, and when it is stopped half-way. */
export interface Belongings {
  /** Takes something over, to be removed by calling back (once). */
  add(remove: () => Promise<void>): void;
  /** A new temporary folder. */
  makeFolder(): Promise<string>;
  /** Latest first. What is added after this was called goes at once. */
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
