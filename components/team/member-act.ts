/** An action on a member's row, carried out by a dialog. */
export type MemberAct = 'sessions' | 'remove' | 'erase' | 'link';
