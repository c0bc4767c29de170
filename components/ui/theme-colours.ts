/** The colours of these tokens as computed for an element, for what takes no CSS of ours: by the same names. */
export function readColours<Name extends string>(
  element: HTMLElement,
  tokens: Partial<Record<Name, string>>,
): Partial<Record<Name, string>> {
  const probe = document.createElement('span');
  element.append(probe);
  const colours: Partial<Record<Name, string>> = {};
  for (const name of Object.keys(tokens) as Name[]) {
    probe.style.color = `var(${tokens[name]})`;
    colours[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return colours;
}

/**
 * Calls back when the page turns light or dark.
 * @returns a function that stops it
 */
export function onThemeChange(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  system.addEventListener('change', listener);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', listener);
  };
}
