/** The time that a runner reports. That of the last of several runs is not that of all. */
export interface RunTime {
  add(time: string): void;
  /** `null`: none, or several. */
  readonly only: string | null;
}

export function createRunTime(): RunTime {
  let only: string | null = null;
  let count = 0;
  return {
    add(time) {
      count += 1;
      only = count === 1 ? time : null;
    },
    get only() {
      return only;
    },
  };
}
