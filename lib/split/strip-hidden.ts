import { replaceHidden } from '../core/algorithms/text/hidden-characters.ts';

/** Removes hidden characters; returns the same text when there are none. The number of lines is unchanged. */
export const stripHidden = (text: string): string => replaceHidden(text, () => '');
