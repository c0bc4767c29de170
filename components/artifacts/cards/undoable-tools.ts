/** Tools whose change to files can be taken back from its card. */
export const undoableTools: ReadonlySet<string> = new Set(['edit_file', 'apply_patch', 'create_file']);
