/** Puts a box that scrolls within the reach of the keyboard: not every browser does that by itself. */
export const scrollRegion = (label: string) => ({ role: 'group', tabIndex: 0, 'aria-label': label }) as const;
