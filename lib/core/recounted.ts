/** More is asked for by parts: it would hold the server up. */
export const mostRecountedDays = 31;
