import { useLayoutEffect } from 'react';

/**
 * A class of the body while something deep in the page is so: what follows from it elsewhere is for the style sheets.
 * `:has()` on an element that holds the page would have the browser style all of it anew at every change within.
 */
export function useBodyClass(name: string, isOn: boolean): void {
  useLayoutEffect(() => {
    if (!isOn) return;
    document.body.classList.add(name);
    return () => document.body.classList.remove(name);
  }, [name, isOn]);
}
