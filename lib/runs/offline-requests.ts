import { parseLineRange } from '../core/algorithms/lines/lines.ts';
import type { Json } from '../core/vocabulary/json.ts';

/** How the offline model interprets a message: a tool to call, or words to answer with. */
export type OfflineIntent =
  | { kind: 'call'; toolName: string; input: { [key: string]: Json } }
  /** Quotes the lines with these words from the results it has read: it knows nothing else. */
  | { kind: 'quote'; words: string }
  /** Runs the tests, in whatever way this workspace has. */
  | { kind: 'tests' }
  | { kind: 'help' }
  | { kind: 'unknown' };

export type OfflineCall = Extract<OfflineIntent, { kind: 'call' }>;

export const requestTool = (toolName: string, input: { [key: string]: Json }): OfflineCall => ({
  kind: 'call',
  toolName,
  input,
});
const quotedText = '(?:```\\w*\\n([\\s\\S]*?)```|`([^`]+)`|"([^"]+)")';
const quotedIn = (match: RegExpExecArray, first: number): string =>
  match[first] ?? match[first + 1] ?? match[first + 2] ?? '';
/** A command keeps its punctuation; only quotes around all of it are removed. */
const unwrap = (text: string) =>
  text
    .trim()
    .replace(/^(`+)([\s\S]*)\1$/, '$2')
    .trim();
const isImage = (path: string) => /\.(png|jpe?g|gif|webp|avif|svg)$/i.test(path);
const unquote = (text: string) => text.trim().replace(/^[`"'“]+|[`"'”?.!]+$/g, '');

/** Each rule recognises one way of asking; the first match is used. */
const rules: ((text: string) => OfflineIntent | null)[] = [
  (text) => (/^(help|hi|hello|what can you do)\b/i.test(text) ? { kind: 'help' } : null),

  (text) => {
    const match = new RegExp(`^quote\\s+${quotedText}$`, 'i').exec(text);
    return match ? { kind: 'quote', words: quotedIn(match, 1) } : null;
  },

  (text) => {
    const match = /^recall\s+(art_\S+)\s+(.+)$/is.exec(text);
    if (!match) return null;
    const remaining = unquote((match[2] ?? '').replace(/^(lines?|query|for)\s+/i, ''));
    const range = parseLineRange(remaining);
    const wanted: { [key: string]: Json } = range
      ? { lines: `${range.from}-${range.to}` }
      : { query: remaining };
    return requestTool('recall_output', { artifactId: match[1] ?? '', ...wanted });
  },

  (text) => {
    const asked =
      /^(?:run|try)\s+(?:all\s+)?(?:the\s+|my\s+)?tests?(?:\s+again)?(?:\s+(?:with|by)\s+`([^`]+)`)?(?:,?\s+(?:and|then)\s.*)?[.?!]*$/i;
    const match = asked.exec(text);
    if (!match) return null;
    return match[1] === undefined ? { kind: 'tests' } : requestTool('run_pty_cmd', { command: match[1] });
  },

  (text) => {
    const match = /^(?:terminal|run in a terminal)\s*:?\s+([\s\S]+)$/i.exec(text);
    return match ? requestTool('run_pty_cmd', { command: unwrap(match[1] ?? '') }) : null;
  },

  (text) => {
    const match = /^(?:run|\$)\s+([\s\S]+)$/i.exec(text);
    return match ? requestTool('run_and_display', { command: unwrap(match[1] ?? '') }) : null;
  },

  (text) => {
    const match = /^(python|node)\s*:\s*([\s\S]+)$/i.exec(text);
    if (!match) return null;
    return requestTool('execute_code', {
      language: (match[1] ?? '').toLowerCase(),
      code: unwrap(match[2] ?? ''),
    });
  },

  (text) => {
    const match = /^(?:embed|play)\s+(\S+)$/i.exec(text);
    return match ? requestTool('embed_media', { url: unquote(match[1] ?? '') }) : null;
  },

  (text) => {
    const asked = `^(?:edit|in)\\s+(\\S+?):?\\s+replace\\s+${quotedText}\\s+(?:with|by)\\s+${quotedText}$`;
    const match = new RegExp(asked, 'i').exec(text);
    if (!match) return null;
    const path = unquote(match[1] ?? '');
    return requestTool('edit_file', { path, oldText: quotedIn(match, 2), newText: quotedIn(match, 5) });
  },

  (text) => {
    const match = new RegExp(`^create\\s+(\\S+?):?\\s+(?:with\\s+)?${quotedText}$`, 'i').exec(text);
    return match
      ? requestTool('create_file', { path: unquote(match[1] ?? ''), content: quotedIn(match, 2) })
      : null;
  },

  (text) => {
    const match = /^apply(?:\s+(?:this\s+|the\s+)?patch)?\s*:?\s+(?:```\w*\n([\s\S]*?)```|([\s\S]+))$/i.exec(
      text,
    );
    return match ? requestTool('apply_patch', { patch: match[1] ?? match[2] ?? '' }) : null;
  },

  (text) => {
    const match = /^(show|display|open|render|read|cat)\s+(?:me\s+)?(?:the\s+)?(?:file\s+)?(.+)$/is.exec(
      text,
    );
    if (!match) return null;
    if (/^(read|cat)$/i.test(match[1] ?? '')) return requestTool('read_file', fileInput(match[2] ?? ''));
    const path = unquote(match[2] ?? '');
    if (isImage(path)) return requestTool('display_image', { path });
    return requestTool('render_file_contents', fileInput(match[2] ?? ''));
  },

  (text) => {
    const match =
      /^(?:find|search(?:\s+for)?|grep|look for|where is)\s+(?:every\s+|all\s+)?(.+?)(?:\s+in\s+(\S+))?$/is.exec(
        text,
      );
    if (!match) return null;
    const input: { [key: string]: Json } = { pattern: unquote(match[1] ?? '') };
    return requestTool('grep_file', match[2] ? { ...input, path: unquote(match[2]) } : input);
  },

  (text) => {
    if (/^what(?:'s| is) in (?:this|the) (?:repository|repo|workspace|folder)/i.test(text))
      return requestTool('list_files', { recursive: true });
    const match = /^(?:list|ls)(\s+all)?(?:\s+(?:the\s+)?files)?(?:\s+in)?(?:\s+(\S+))?$/i.exec(text);
    if (!match) return null;
    const input: { [key: string]: Json } = match[2] ? { path: unquote(match[2]) } : {};
    return requestTool('list_files', match[1] ? { ...input, recursive: true } : input);
  },
];

/** Parses `lib/x.ts`, `lines 10-40 of lib/x.ts`, `lib/x.ts lines 10-40` and `lib/x.ts:10-40`. */
function fileInput(text: string): { [key: string]: Json } {
  const lines = '(?:lines?\\s+)(\\d+(?:\\s*(?:-|–|to)\\s*\\d+)?)';
  const before = new RegExp(`^${lines}\\s+(?:of|from|in)\\s+(\\S+)$`, 'i').exec(text);
  const after = new RegExp(`^(\\S+)\\s+${lines}$`, 'i').exec(text) ?? /^([^\s:]+):(\d+(?:-\d+)?)$/.exec(text);
  const path = unquote(before?.[2] ?? after?.[1] ?? text);
  const range = parseLineRange((before?.[1] ?? after?.[2] ?? '').replace(/\s*(?:-|–|to)\s*/, '-'));
  return range ? { path, startLine: range.from, endLine: range.to } : { path };
}

export function readOfflineRequest(message: string): OfflineIntent {
  const text = message.trim().replace(/^please\s+/i, '');
  for (const rule of rules) {
    const intent = rule(text);
    if (intent) return intent;
  }
  return { kind: 'unknown' };
}
