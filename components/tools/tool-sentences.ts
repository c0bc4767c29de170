import type { ToolName } from '#lib/core/vocabulary/tools/tool-profiles.ts';

/** What each tool does, for people. Not in its profile: every conversation would load it. */
export const toolSentences: Record<ToolName, string> = {
  render_file_contents: 'Shows a file of the workspace, or some of its lines.',
  run_and_display: 'Runs a shell command in the workspace and shows its output live.',
  display_image: 'Shows an image of the workspace.',
  embed_media: 'Shows a video or a track from YouTube, Vimeo, SoundCloud or Spotify.',
  read_file: 'Reads a file of the workspace for the agent.',
  list_files: 'Lists the files in a folder of the workspace.',
  grep_file: 'Searches the files of the workspace for a pattern.',
  edit_file: 'Replaces text in a file of the workspace.',
  apply_patch: 'Changes, adds or deletes files of the workspace with a patch.',
  create_file: 'Creates a file in the workspace.',
  run_pty_cmd: 'Runs a command in a terminal that you can take over.',
  execute_code: 'Runs JavaScript or Python code in the workspace.',
  recall_output: 'Lets the agent read more of an earlier result.',
  run_program: 'Runs a program that calls other tools, and reads only what it returns.',
  delegate: 'Gives tasks to sub-agents.',
};
