/** In which dates and times are written until a reader chooses: a file of its own, since every page has it. */
export const standardDateLocale = 'en-GB';
