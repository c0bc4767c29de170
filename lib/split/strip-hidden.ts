import { replaceHidden } from '../core/hidden-characters.ts';

/** The text without characters that hide; the same text where there are none. The number of its lines stays. */
export const stripHidden = (text: string): string => replaceHidden(text, () => '');
