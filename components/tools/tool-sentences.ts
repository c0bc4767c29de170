import type { ToolName } from '../../lib/core/tool-names.ts';

/** What each tool does, for people: the model is told in words of its own. */
export const toolSentences: Record<ToolName, string> = {
  render_file_contents: 'Shows people a file of the workspace, or lines of it.',
  run_and_display: 'Runs a shell command in the workspace and shows people its output as it comes.',
  display_image: 'Shows people an image of the workspace.',
  embed_media: 'Shows people a video or sound of YouTube, Vimeo, SoundCloud or Spotify.',
  read_file: 'Reads a file of the workspace, for the agent to work on.',
  list_files: 'Lists the files in a folder of the workspace.',
  grep_file: 'Searches the files of the workspace for a pattern.',
  edit_file: 'Replaces a text in a file of the workspace.',
  apply_patch: 'Changes, adds or removes files of the workspace by a diff.',
  create_file: 'Makes a new file in the workspace.',
  run_pty_cmd: 'Runs a command in a terminal that people can take over.',
  execute_code: 'Runs a piece of JavaScript or Python in the workspace.',
  recall_output: 'Reads more of an earlier result that the agent saw a part of.',
};
