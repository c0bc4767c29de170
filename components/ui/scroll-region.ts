/** Puts a box that scrolls within the reach of the keyboard: not every browser does that by itself. */
export const scrollRegion = { role: 'region', tabIndex: 0 } as const;
