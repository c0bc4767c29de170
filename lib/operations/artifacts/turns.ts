/**
 * Lets those who wait go on one by one, in order, each in a turn of the event loop of its own: however many texts are read at once,
 * any other request waits for one piece of one of them.
 */
export function createTurns(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const next = () => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(next);
  };
  return () =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(next);
    });
}
