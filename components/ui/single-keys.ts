const storageKey = 'vitrine-single-keys';

/** Whether single characters are commands: on unless turned off, since they get in the way of some (WCAG 2.1.4). */
export const areSingleKeysOn = (): boolean => localStorage.getItem(storageKey) !== 'off';

export function setSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, 'off');
}
