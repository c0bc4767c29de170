/** Pointers whose main button, or finger, is down. */
const pressed = new Set<number>();
let waiting: (() => void)[] = [];
/** A press that lasts longer was meant for something else. */
const longestMs = 3_000;

const resolveAll = () => {
  for (const resolve of waiting) resolve();
  waiting = [];
};

if (typeof window !== 'undefined') {
  const press = ({ button, pointerId }: PointerEvent) => {
    if (button === 0) pressed.add(pointerId);
  };
  // The click comes after the release, in the same task.
  const release = ({ pointerId }: PointerEvent) =>
    setTimeout(() => {
      pressed.delete(pointerId);
      if (pressed.size === 0) resolveAll();
    });
  window.addEventListener('pointerdown', press, true);
  window.addEventListener('pointerup', release, true);
  window.addEventListener('pointercancel', release, true);
}

/**
 * Resolves once nothing is pressed. What replaces other elements waits for it: of elements that are replaced
 * between press and release the browser reports no click.
 */
export const untilReleased = (): Promise<void> =>
  new Promise((resolve) => {
    if (pressed.size === 0) return resolve();
    waiting.push(resolve);
    setTimeout(resolve, longestMs);
  });
