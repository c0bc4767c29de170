const tabMs = 500;
const typedMs = 2_000;
/** So often a page may take the focus by itself: some do once, when they are ready. */
const maxTaken = 3;

/** Keeps what a person types from an app. */
export interface KeptFocus {
  /** Whether a person may be about to use the app: a pointer is over it, or they have come to it with the Tab key. */
  isWelcome(): boolean;
  stop(): void;
}

/**
 * A page may take the focus by itself, and would get the rest of a sentence. Only a pointer over its frame, or the Tab key,
 * moves it there; and nothing does in the middle of typing.
 * @param onExcess called once, if it goes on trying
 */
export function keepFocus(frame: HTMLIFrameElement, onExcess: () => void): KeptFocus {
  let last: Element | null = document.activeElement;
  let tabbedMs = Number.NEGATIVE_INFINITY;
  let typedAtMs = Number.NEGATIVE_INFINITY;
  let taken = 0;
  const isWelcome = () => {
    const nowMs = performance.now();
    const isNear = frame.matches(':hover') || matchMedia('(hover: none)').matches || nowMs - tabbedMs < tabMs;
    return isNear && nowMs - typedAtMs > typedMs;
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element && target !== frame) last = target;
  };
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'Tab') tabbedMs = performance.now();
    else typedAtMs = performance.now();
  };
  const look = () => {
    if (document.activeElement !== frame || isWelcome()) return;
    if (last instanceof HTMLElement && last.isConnected) last.focus({ preventScroll: true });
    else frame.blur();
    taken += 1;
    if (taken !== maxTaken) return;
    onExcess();
    returnFocusAfter(frame, last);
  };
  // It has gone there only after these events.
  const lookSoon = () => setTimeout(look);
  document.addEventListener('focusin', onFocus);
  document.addEventListener('focusout', lookSoon);
  document.addEventListener('keydown', onKey, true);
  window.addEventListener('blur', lookSoon);
  return {
    isWelcome,
    stop() {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', lookSoon);
      document.removeEventListener('keydown', onKey, true);
      window.removeEventListener('blur', lookSoon);
    },
  };
}

/** Its process may take the focus once more before the frame is gone, and nothing would have it then. */
function returnFocusAfter(frame: HTMLIFrameElement, last: Element | null): void {
  requestAnimationFrame(() => {
    if (frame.isConnected) return returnFocusAfter(frame, last);
    const isNowhere = document.activeElement === null || document.activeElement === document.body;
    if (isNowhere && last instanceof HTMLElement) last.focus({ preventScroll: true });
  });
}
