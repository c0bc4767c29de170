/** More is asked for by parts: it would hold the server up. */
export const maxRecountedDays = 31;
