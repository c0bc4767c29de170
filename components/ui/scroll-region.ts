/** Makes a scrollable box reachable by keyboard, which not every browser does by itself. */
export const scrollRegion = (label: string) => ({ role: 'group', tabIndex: 0, 'aria-label': label }) as const;
