import { limits } from '../core/limits.ts';

/** Notices that nothing was called for a while. */
export interface IdleWatch {
  /** Starts waiting anew. */
  touch(): void;
  /** Waits no more until what it returns is called. */
  enter(): () => void;
  isEntered(): boolean;
  stop(): void;
}

export function createIdleWatch(onIdle: () => void): IdleWatch {
  let calls = 0;
  let timer: NodeJS.Timeout | undefined;
  const touch = () => {
    clearTimeout(timer);
    if (calls === 0) timer = setTimeout(onIdle, limits.mcpIdleMs).unref();
  };
  return {
    touch,
    enter() {
      calls += 1;
      clearTimeout(timer);
      return () => {
        calls -= 1;
        touch();
      };
    },
    isEntered: () => calls > 0,
    stop: () => clearTimeout(timer),
  };
}
