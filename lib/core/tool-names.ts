/** Names of the tools, in the order in which the model is given them. */
export const toolNames = [
  'render_file_contents',
  'run_and_display',
  'display_image',
  'embed_media',
  'read_file',
  'list_files',
  'grep_file',
  'edit_file',
  'apply_patch',
  'create_file',
  'run_pty_cmd',
  'execute_code',
  'recall_output',
] as const;
export type ToolName = (typeof toolNames)[number];

/** Tools that run programs of the agent's choice: denying one of them leaves the others available. */
export const commandTools = [
  'run_and_display',
  'run_pty_cmd',
  'execute_code',
] as const satisfies readonly ToolName[];
