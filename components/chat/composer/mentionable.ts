import type { MentionedPerson } from './mention-query.ts';

/** Members who can be mentioned; `null`: there is nobody else. */
export interface Mentionable {
  people: readonly MentionedPerson[];
  /** Loads the members once somebody starts a mention. */
  load: () => void;
}
