import { type KeyboardEvent, type PointerEvent, useState } from 'react';

/**
 * The bar being described: the one under the pointer or at the keyboard's position. The keyboard uses a
 * native slider, which supports arrow, Home, End and Page keys and screen readers by itself.
 */
export function useActiveBin(count: number) {
  const [pointedAt, setPointedAt] = useState<number | null>(null);
  const [keyedAt, setKeyedAt] = useState(count - 1);
  const [isKeyed, setIsKeyed] = useState(false);
  const keyed = Math.min(keyedAt, count - 1);
  const pointed = pointedAt === null ? null : Math.min(pointedAt, count - 1);
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const at = Math.floor(((event.clientX - left) / width) * count);
    setPointedAt(Math.max(0, Math.min(at, count - 1)));
  };
  return {
    activeAt: pointed ?? (isKeyed ? keyed : null),
    pointerProps: {
      onPointerMove: point,
      onPointerDown: point,
      onPointerLeave: () => setPointedAt(null),
    },
    sliderProps: {
      min: 0,
      max: count - 1,
      value: keyed,
      onFocus: () => setIsKeyed(true),
      onBlur: () => setIsKeyed(false),
      onChange: (event: { target: HTMLInputElement }) => {
        setKeyedAt(Number(event.target.value));
        setIsKeyed(true);
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Escape') return;
        setIsKeyed(false);
        setPointedAt(null);
      },
    },
    keyed,
  };
}
