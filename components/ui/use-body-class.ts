import { useLayoutEffect } from 'react';

/**
 * Sets a class on the body while a condition deep in the page is true, for style sheets to use elsewhere.
 * `:has()` on an element around the page would make the browser restyle all of it at every change within.
 */
export function useBodyClass(name: string, isOn: boolean): void {
  useLayoutEffect(() => {
    if (!isOn) return;
    document.body.classList.add(name);
    return () => document.body.classList.remove(name);
  }, [name, isOn]);
}
