/** Tools whose calls a person may run again: they change nothing, or are commands, which a person repeats knowingly. */
export const repeatableTools: ReadonlySet<string> = new Set([
  'render_file_contents',
  'read_file',
  'list_files',
  'grep_file',
  'run_and_display',
  'execute_code',
  'display_image',
  'embed_media',
]);
