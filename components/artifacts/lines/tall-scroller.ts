/** Browsers limit an element's height to about 17,900,000 px; this stays well below. */
export const maxScrollPx = 8_000_000;
/** Within this distance of either end, positions map to the full height pixel by pixel. */
const truePx = 20_000;
/** A jump of more than this many box heights, not made by wheel or touch, aims at a fraction of the whole. */
const leapHeights = 3;
const nearPx = 48;

/** The part of a scrollable element that is used here. */
type ScrollBox = EventTarget &
  Pick<HTMLElement, 'scrollTop' | 'clientHeight' | 'clientWidth' | 'ownerDocument'>;

/**
 * Scrolls over a height that no browser supports. The content is `maxScrollPx` high and represents
 * `scrollHeight`; what is in view is moved up by `shiftPx` to fit. Short moves stay pixel by pixel; long ones
 * go to the same fraction of the whole. A virtualizer can use it as an element of the full height.
 */
export class TallScroller {
  /** How much further down the position is than the box's own `scrollTop`, in whole px. */
  shiftPx = 0;
  scrollHeight = maxScrollPx;
  private box: ScrollBox | null = null;
  private lastTop = 0;
  /** `null`: the next move is judged by its distance. */
  private isLeaping: boolean | null = null;
  private readonly listenedTo = new WeakMap<object, ScrollBox>();
  private readonly watchers = new Set<() => void>();

  /** Follows this box instead of the one before. */
  attach(box: ScrollBox | null): void {
    if (box === this.box) return;
    this.box?.removeEventListener('scroll', this.onScroll);
    this.box?.removeEventListener('scrollend', this.onRest);
    for (const name of byHand) this.box?.removeEventListener(name, this.onHand);
    this.box = box;
    this.isLeaping = null;
    this.lastTop = box?.scrollTop ?? 0;
    box?.addEventListener('scroll', this.onScroll, { passive: true });
    box?.addEventListener('scrollend', this.onRest);
    for (const name of byHand) box?.addEventListener(name, this.onHand, { passive: true });
  }

  /** Sets the height. A reader at the end stays at the end. */
  resize(scrollHeight: number): void {
    if (scrollHeight === this.scrollHeight) return;
    const wasAtEnd = this.box !== null && this.maxTop - this.scrollTop <= nearPx;
    this.scrollHeight = scrollHeight;
    if (wasAtEnd || this.scrollTop > this.maxTop) this.scrollTop = this.maxTop;
  }

  get scrollTop(): number {
    return (this.box?.scrollTop ?? 0) + this.shiftPx;
  }

  set scrollTop(wanted: number) {
    const { box } = this;
    if (box === null) return;
    const before = box.scrollTop;
    this.scrollFull(Math.min(this.maxTop, Math.max(0, wanted)));
    // If the box itself does not move, it emits no `scroll` event.
    if (box.scrollTop === before) queueMicrotask(() => box.dispatchEvent(new Event('scroll')));
  }

  scrollTo({ top }: ScrollToOptions): void {
    if (top !== undefined) this.scrollTop = top;
  }

  get clientHeight(): number {
    return this.box?.clientHeight ?? 0;
  }

  get clientWidth(): number {
    return this.box?.clientWidth ?? 0;
  }

  get ownerDocument(): Document | undefined {
    return this.box?.ownerDocument;
  }

  addEventListener(...listening: Parameters<EventTarget['addEventListener']>): void {
    const [, listener] = listening;
    if (this.box === null || listener === null) return;
    this.listenedTo.set(listener, this.box);
    this.box.addEventListener(...listening);
  }

  /** A listener can be removed even after another box, or none, was attached. */
  removeEventListener(...listening: Parameters<EventTarget['removeEventListener']>): void {
    const [, listener] = listening;
    if (listener !== null) this.listenedTo.get(listener)?.removeEventListener(...listening);
  }

  /**
   * Calls back when `shiftPx` changes.
   * @returns a function that stops it
   */
  watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => {
      this.watchers.delete(watcher);
    };
  };

  private get maxTop(): number {
    return Math.max(0, this.scrollHeight - this.clientHeight);
  }

  private get maxBoxTop(): number {
    return maxScrollPx - this.clientHeight;
  }

  private onScroll = (): void => {
    const { box, maxBoxTop } = this;
    if (box === null || box.scrollTop === this.lastTop) return;
    const view = box.clientHeight;
    const moved = Math.abs(box.scrollTop - this.lastTop);
    this.lastTop = box.scrollTop;
    if (moved > leapHeights * view) this.isLeaping ??= true;
    if (this.isLeaping) this.shift(fullTop(this.lastTop, maxBoxTop, this.maxTop) - this.lastTop);
    else if (this.lastTop < view || maxBoxTop - this.lastTop < view) this.scrollFull(this.scrollTop);
  };

  private onHand = (event: Event): void => {
    const isLeap = event.type === 'keydown' ? leapOfKey(event as KeyboardEvent) : leapByHand[event.type];
    if (isLeap !== undefined) this.isLeaping = isLeap;
  };

  /**
   * Realigns the box with the full position, so that the scrollbar shows the right fraction and there is room
   * both ways. Browsers without `scrollend` (Safari before 26.2) skip this: a timer would mistake a slow
   * frame for rest, and a box that is moved while it glides stops short.
   */
  private onRest = (): void => {
    // `scrollend` may fire before the last `scroll` event.
    this.onScroll();
    this.isLeaping = null;
    // Small corrections are skipped: moving the box could interrupt the next scroll.
    const full = this.scrollTop;
    if (Math.abs(boxTop(full, this.maxBoxTop, this.maxTop) - this.lastTop) > this.clientHeight)
      this.scrollFull(full);
  };

  /** Moves the box and its content by the same distance, so that what is in view stays. */
  private scrollFull(full: number): void {
    const { box } = this;
    if (box === null) return;
    this.lastTop = Math.round(boxTop(full, this.maxBoxTop, this.maxTop));
    if (Math.abs(box.scrollTop - this.lastTop) >= 1) box.scrollTop = this.lastTop;
    this.lastTop = box.scrollTop;
    this.shift(full - this.lastTop);
  }

  private shift(px: number): void {
    const next = Math.round(px);
    if (next === this.shiftPx) return;
    this.shiftPx = next;
    for (const watcher of this.watchers) watcher();
  }
}

const byHand = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** Whether the move that an event causes is a leap; `null`: dragging the scrollbar, judged by distance. */
const leapByHand: Record<string, boolean | null> = { wheel: false, touchmove: false, pointerdown: null };

/** As for `leapByHand`; `undefined`: the key does not scroll. */
function leapOfKey({ key, metaKey }: KeyboardEvent): boolean | undefined {
  if (key === 'Home' || key === 'End') return true;
  if (key === 'ArrowUp' || key === 'ArrowDown') return metaKey;
  if (key === 'PageUp' || key === 'PageDown' || key === ' ') return false;
  return undefined;
}

/** The full position for a box at `top`: pixel by pixel near both ends, proportional in between. */
function fullTop(top: number, maxBoxTop: number, max: number): number {
  if (top <= truePx) return top;
  if (maxBoxTop - top <= truePx) return max - (maxBoxTop - top);
  return truePx + ((top - truePx) / (maxBoxTop - 2 * truePx)) * (max - 2 * truePx);
}

function boxTop(full: number, maxBoxTop: number, max: number): number {
  return fullTop(full, max, maxBoxTop);
}
