/** What a member's row asks for, and a dialog does. */
export type MemberAct = 'sessions' | 'remove' | 'link';
