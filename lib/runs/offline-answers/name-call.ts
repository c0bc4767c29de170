import { type OfflineResult, textArgument } from './offline-result.ts';
import { code } from './write-markdown.ts';

/**
 * Names what ran or was requested, as the subject of a sentence: the command, the file, the folder, the
 * query.
 */
export function nameCall(result: Pick<OfflineResult, 'toolName' | 'arguments'>): string {
  const given = (name: string) => textArgument(result, name);
  switch (result.toolName) {
    case 'run_and_display':
    case 'run_pty_cmd':
      return code(given('command'));
    case 'execute_code':
      return given('language') === 'python' ? 'The Python program' : 'The Node program';
    case 'render_file_contents':
    case 'display_image':
    case 'read_file':
    case 'edit_file':
    case 'create_file':
      return code(given('path'));
    case 'embed_media':
      return code(given('url'));
    case 'list_files':
      return given('path') === '' ? 'The workspace' : code(given('path'));
    case 'grep_file':
      return code(given('pattern'));
    case 'apply_patch':
      return 'The patch';
    case 'recall_output':
      return given('artifactId');
  }
}
