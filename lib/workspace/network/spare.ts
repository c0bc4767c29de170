interface Closable {
  /** Whether it can still be used. */
  isOpen(): boolean;
  close(): void;
}

/** Keeps one thing ready that takes long to make, once such things are used at all. */
export interface Spare<Thing> {
  /** @throws what making it throws */
  take(): Promise<Thing>;
  /** Makes one ahead; it is dropped if nobody takes it. */
  refill(): void;
  close(): void;
}

export function keepSpare<Thing extends Closable>(make: () => Promise<Thing>, keptMs: number): Spare<Thing> {
  let spare: Promise<Thing | null> | null = null;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  const takeSpare = (): Promise<Thing | null> | null => {
    clearTimeout(timer);
    const taken = spare;
    spare = null;
    return taken;
  };
  const drop = () => void takeSpare()?.then((thing) => thing?.close());
  return {
    async take() {
      const thing = await takeSpare();
      return thing?.isOpen() ? thing : await make();
    },
    refill() {
      if (isClosed || spare !== null) return;
      // If it fails, it is made again when somebody takes one, who then gets the error.
      spare = make().catch(() => null);
      timer = setTimeout(drop, keptMs).unref();
    },
    close() {
      isClosed = true;
      drop();
    },
  };
}
