import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { maxScrollPx, TallScroller } from '#components/artifacts/lines/tall-scroller.ts';

const view = 800;
const rowPx = 20;
const lines = 2_000_400;
const full = lines * rowPx + 16;
const lastTop = full - view;

/** A box with a browser's limits: it never scrolls past its ends, uses whole pixels and reports every move. */
class Box extends EventTarget {
  clientHeight = view;
  clientWidth = 600;
  ownerDocument = {} as Document;
  private top = 0;
  get scrollTop() {
    return this.top;
  }
  set scrollTop(px: number) {
    const next = Math.round(Math.min(maxScrollPx - view, Math.max(0, px)));
    if (next === this.top) return;
    this.top = next;
    this.dispatchEvent(new Event('scroll'));
  }
}

function open(): { box: Box; tall: TallScroller } {
  const box = new Box();
  const tall = new TallScroller();
  tall.attach(box);
  tall.resize(full);
  return { box, tall };
}

const press = (box: Box, key: string) =>
  box.dispatchEvent(Object.assign(new Event('keydown'), { key, metaKey: false }));

describe('a scroller for content taller than a browser allows', () => {
  test('reaches both ends of the content to the pixel, by any way of scrolling', () => {
    const { box, tall } = open();
    box.scrollTop = maxScrollPx;
    expect(tall.scrollTop).toBe(lastTop);
    box.scrollTop -= 100;
    expect(tall.scrollTop).toBe(lastTop - 100);
    box.scrollTop = 0;
    expect(tall.scrollTop).toBe(0);
    expect(tall.shiftPx).toBe(0);
  });

  test('can go to every line, within the height that a browser scrolls', () => {
    const { box, tall } = open();
    for (const line of [1, 1_000, 1_001, 1_677_721, 1_677_722, 1_999_000, 2_000_360]) {
      const wanted = (line - 1) * rowPx;
      tall.scrollTop = wanted;
      expect(tall.scrollTop, `line ${line}`).toBe(wanted);
      expect(box.scrollTop).toBe(wanted - tall.shiftPx);
      expect(box.scrollTop).toBeLessThanOrEqual(maxScrollPx - view);
    }
    tall.scrollTop = 10 * full;
    expect(tall.scrollTop).toBe(lastTop);
  });

  test('moves by what the wheel and the arrow keys say, over any distance', () => {
    const { box, tall } = open();
    tall.scrollTop = 3_000_000;
    let at = tall.scrollTop;
    for (let step = 0; step < 4_000; step += 1) {
      box.dispatchEvent(new Event('wheel'));
      box.scrollTop += 300;
      at += 300;
      // People pause now and then, and the scrollbar is corrected while they do, without moving the lines.
      if (step % 500 === 499) box.dispatchEvent(new Event('scrollend'));
      expect(tall.scrollTop).toBe(at);
    }
  });

  test('glides to the first line on Home: nothing else moves the box meanwhile, however slow the frames', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { box, tall } = open();
    box.scrollTop = maxScrollPx;
    const glide = [7_999_000, 6_500_000, 430_559, 69_769, 38_729, 3_000, 900, 120, 8, 0];
    for (const top of glide) {
      box.scrollTop = top;
      vi.advanceTimersByTime(1_000);
      expect(box.scrollTop).toBe(top);
    }
    box.dispatchEvent(new Event('scrollend'));
    expect([box.scrollTop, tall.scrollTop, tall.shiftPx]).toEqual([0, 0, 0]);
  });

  test('reaches the first line on Home from near it too, in short steps, whatever else is pressed meanwhile', () => {
    const { box, tall } = open();
    tall.scrollTop = 170_000;
    press(box, 'Home');
    for (let top = box.scrollTop; top > 0; top -= 1_900) {
      box.scrollTop = top;
      expect(box.scrollTop).toBe(top);
      press(box, 'Shift');
    }
    box.scrollTop = 0;
    box.dispatchEvent(new Event('scrollend'));
    expect([box.scrollTop, tall.scrollTop]).toEqual([0, 0]);
  });

  test('does not jump on Page Down after a slow frame; after one press on the scrollbar it may', () => {
    const { box, tall } = open();
    tall.scrollTop = 3_000_000;
    press(box, 'PageDown');
    box.scrollTop += 9_000;
    expect(tall.scrollTop).toBe(3_009_000);
    box.dispatchEvent(new Event('pointerdown'));
    box.scrollTop = (maxScrollPx - view) / 2;
    expect(tall.scrollTop / lastTop).toBeCloseTo(0.5, 4);
  });

  test('does not notify a listener that was removed', () => {
    const { box, tall } = open();
    const onScroll = vi.fn();
    tall.addEventListener('scroll', onScroll);
    box.scrollTop = 100;
    tall.attach(null);
    tall.removeEventListener('scroll', onScroll);
    box.scrollTop = 200;
    expect(onScroll).toHaveBeenCalledTimes(1);
  });

  test('stays at its position if the box reports rest before its last move', () => {
    const { box, tall } = open();
    box.scrollTop = maxScrollPx;
    box.scrollTop = 24_528;
    const silent = vi.spyOn(box, 'dispatchEvent').mockReturnValueOnce(true);
    box.scrollTop = 0;
    silent.mockRestore();
    box.dispatchEvent(new Event('scrollend'));
    box.dispatchEvent(new Event('scroll'));
    expect([box.scrollTop, tall.scrollTop]).toEqual([0, 0]);
  });

  test('continues to follow the wheel past the end of the box', () => {
    const { box, tall } = open();
    tall.scrollTop = lastTop - 30_000;
    const towards = () => {
      box.dispatchEvent(new Event('wheel'));
      box.scrollTop += 120;
    };
    for (let step = 0; step < 400; step += 1) towards();
    expect(tall.scrollTop).toBe(lastTop);
    tall.scrollTop = 30_000;
    for (let step = 0; step < 400; step += 1) {
      box.dispatchEvent(new Event('wheel'));
      box.scrollTop -= 120;
    }
    expect(tall.scrollTop).toBe(0);
  });

  test('maps the scrollbar to the same fraction of the content', () => {
    const { box, tall } = open();
    box.scrollTop = (maxScrollPx - view) / 2;
    expect(tall.scrollTop / lastTop).toBeCloseTo(0.5, 4);
    box.scrollTop = (maxScrollPx - view) * 0.8;
    expect(tall.scrollTop / lastTop).toBeCloseTo(0.8, 2);
  });

  test('keeps following the end of growing content if it is in view, and otherwise stays', () => {
    const { tall } = open();
    tall.scrollTop = lastTop;
    tall.resize(full + 5_000);
    expect(tall.scrollTop).toBe(lastTop + 5_000);
    tall.scrollTop = 12_000_000;
    tall.resize(full + 10_000);
    expect(tall.scrollTop).toBe(12_000_000);
  });

  test('reports a move that is too small for the box', async () => {
    const { box, tall } = open();
    tall.scrollTop = 20_000_000;
    const report = vi.fn();
    box.addEventListener('scroll', report);
    const tops = [box.scrollTop];
    for (let step = 1; step <= 3; step += 1) {
      tall.scrollTop += 1;
      await Promise.resolve();
      expect(report).toHaveBeenCalledTimes(step);
      expect(tall.scrollTop).toBe(20_000_000 + step);
      tops.push(box.scrollTop);
    }
    expect(new Set(tops).size).toBeLessThan(tops.length);
  });
});
