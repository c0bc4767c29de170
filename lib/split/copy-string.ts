/**
 * Copies a string. A substring retains the whole string it was cut from for as long as the substring lives.
 */
export const copyString = (text: string): string => ` ${text}`.slice(1);
