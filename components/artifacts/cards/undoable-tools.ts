/** Tools whose changes to files can be undone from the card. */
export const undoableTools: ReadonlySet<string> = new Set(['edit_file', 'apply_patch', 'create_file']);
