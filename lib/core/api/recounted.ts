/** Longer periods are requested in parts: recounting them at once would block the server. */
export const maxRecountedDays = 31;
