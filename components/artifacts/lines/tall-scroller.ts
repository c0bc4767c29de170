/** No browser scrolls much further than 17,900,000 px, whatever stands there. */
export const maxScrollPx = 8_000_000;
/** So far from both ends a box is scrolled pixel by pixel, as if it held all there is. */
const truePx = 20_000;
/** Who moves by more than so many heights of the box at once, and not by a wheel, means a part of the whole. */
const leapHeights = 3;
const nearPx = 48;

/** What it needs of a box that scrolls. */
type ScrollBox = EventTarget &
  Pick<HTMLElement, 'scrollTop' | 'clientHeight' | 'clientWidth' | 'ownerDocument'>;

/**
 * A box that scrolls over more than a browser can: its content is `mostScrollPx` high and stands for `scrollHeight`. What is looked at
 * is moved up by `shiftPx` to be within it. Short ways stay pixel by pixel; long ones go to the same part of the whole. To a virtualizer
 * it passes for an element of the full height.
 */
export class TallScroller {
  /** How much further down one is than the box says: whole pixels. */
  shiftPx = 0;
  scrollHeight = maxScrollPx;
  private box: ScrollBox | null = null;
  private lastTop = 0;
  /** `null`: the next move is judged by its distance. */
  private isLeaping: boolean | null = null;
  private readonly listenedTo = new WeakMap<object, ScrollBox>();
  private readonly watchers = new Set<() => void>();

  /** Follows a box, one at a time. */
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

  /** There is so much of it now. Who was at its end is at its end. */
  resize(scrollHeight: number): void {
    if (scrollHeight === this.scrollHeight) return;
    const wasAtEnd = this.box !== null && this.most - this.scrollTop <= nearPx;
    this.scrollHeight = scrollHeight;
    if (wasAtEnd || this.scrollTop > this.most) this.scrollTop = this.most;
  }

  get scrollTop(): number {
    return (this.box?.scrollTop ?? 0) + this.shiftPx;
  }

  set scrollTop(wanted: number) {
    const { box } = this;
    if (box === null) return;
    const before = box.scrollTop;
    this.scrollFull(Math.min(this.most, Math.max(0, wanted)));
    // Where the box itself stays, nobody would be told.
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

  /** Who listens may end it when another box is followed, or none. */
  removeEventListener(...listening: Parameters<EventTarget['removeEventListener']>): void {
    const [, listener] = listening;
    if (listener !== null) this.listenedTo.get(listener)?.removeEventListener(...listening);
  }

  /** Tells of another `shiftPx`. Returns how to end it. */
  watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => {
      this.watchers.delete(watcher);
    };
  };

  private get most(): number {
    return Math.max(0, this.scrollHeight - this.clientHeight);
  }

  private get boxMost(): number {
    return maxScrollPx - this.clientHeight;
  }

  private onScroll = (): void => {
    const { box, boxMost } = this;
    if (box === null || box.scrollTop === this.lastTop) return;
    const view = box.clientHeight;
    const moved = Math.abs(box.scrollTop - this.lastTop);
    this.lastTop = box.scrollTop;
    if (moved > leapHeights * view) this.isLeaping ??= true;
    if (this.isLeaping) this.shift(fullTop(this.lastTop, boxMost, this.most) - this.lastTop);
    else if (this.lastTop < view || boxMost - this.lastTop < view) this.scrollFull(this.scrollTop);
  };

  private onHand = (event: Event): void => {
    const isLeap = event.type === 'keydown' ? leapOfKey(event as KeyboardEvent) : leapByHand[event.type];
    if (isLeap !== undefined) this.isLeaping = isLeap;
  };

  /**
   * The scrollbar shows the part of the whole again, and there is room both ways. A browser without `scrollend` (Safari before 26.2)
   * does without. A timer would take a slow frame for rest, and a box that is moved while it glides stops short.
   */
  private onRest = (): void => {
    // Browsers may say so before they tell of the last move.
    this.onScroll();
    this.isLeaping = null;
    // A box that is moved for less may be held up in what it begins next.
    const full = this.scrollTop;
    if (Math.abs(boxTop(full, this.boxMost, this.most) - this.lastTop) > this.clientHeight)
      this.scrollFull(full);
  };

  /** Moves the box and what is in it by the same, so that what is looked at stays. */
  private scrollFull(full: number): void {
    const { box } = this;
    if (box === null) return;
    this.lastTop = Math.round(boxTop(full, this.boxMost, this.most));
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

/** Whether the move that comes of it is a leap; `null`: the scrollbar, by its distance. */
const leapByHand: Record<string, boolean | null> = { wheel: false, touchmove: false, pointerdown: null };

/** As for `leapByHand`; `undefined`: a key that scrolls nothing. */
function leapOfKey({ key, metaKey }: KeyboardEvent): boolean | undefined {
  if (key === 'Home' || key === 'End') return true;
  if (key === 'ArrowUp' || key === 'ArrowDown') return metaKey;
  if (key === 'PageUp' || key === 'PageDown' || key === ' ') return false;
  return undefined;
}

/** Where in the whole one is whose box says `top`: the same near both ends, and in proportion between. */
function fullTop(top: number, boxMost: number, most: number): number {
  if (top <= truePx) return top;
  if (boxMost - top <= truePx) return most - (boxMost - top);
  return truePx + ((top - truePx) / (boxMost - 2 * truePx)) * (most - 2 * truePx);
}

function boxTop(full: number, boxMost: number, most: number): number {
  return fullTop(full, most, boxMost);
}
