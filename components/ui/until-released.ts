let waiting: (() => void)[] | null = null;

if (typeof window !== 'undefined') {
  window.addEventListener(
    'pointerdown',
    () => {
      waiting ??= [];
    },
    true,
  );
  const release = () => {
    for (const resolve of waiting ?? []) resolve();
    waiting = null;
  };
  // The click comes after these, in the same task.
  for (const end of ['pointerup', 'pointercancel', 'blur'])
    window.addEventListener(end, () => setTimeout(release), true);
}

/**
 * Resolves once no button and no finger is down. What is put in the place of other elements waits for it: of elements
 * that are replaced between press and release the browser reports no click.
 */
export const untilReleased = (): Promise<void> =>
  new Promise((resolve) => (waiting === null ? resolve() : waiting.push(resolve)));
