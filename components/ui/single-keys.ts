const storageKey = 'vitrine-single-keys';

/**
 * Whether single-character shortcuts are enabled: they are unless turned off, since some people trigger them
 * by accident (WCAG 2.1.4).
 */
export const areSingleKeysOn = (): boolean => localStorage.getItem(storageKey) !== 'off';

export function setSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, 'off');
}
