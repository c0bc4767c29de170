/**
 * Lets waiting readers continue one by one, in order, each in its own turn of the event loop. However many
 * texts are read at once, any other request waits for only one piece of one of them.
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
