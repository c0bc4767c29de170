import { describeFile } from '../tools/file-description.ts';
import { callTitle, describeText } from '../tools/text-description.ts';
import { titleOfCommand } from '../tools/title-of-command.ts';
import type { ResultDescription } from '../tools/tool-result.ts';
import { isRecord, type OutputText } from './read-output.ts';
import type { ResultKind } from './result-kind.ts';

const commandNames = ['command', 'cmd'];
const pathNames = ['path', 'file_path', 'filePath', 'file', 'filename'];

/** The command line among the arguments of a call; `null`: there is none. */
export function commandIn(input: unknown): string | null {
  const command = textNamed(input, commandNames);
  // An editor's commands are words: `{ command: 'view', path }`.
  const isOfEditor = command !== null && !/\s/.test(command.trim()) && textNamed(input, pathNames) !== null;
  return isOfEditor ? null : command;
}

/**
 * What a result is, before it is read.
 * @param kind as the caller says it; `undefined`: it follows from the arguments
 */
export function describeOutput(
  { toolName, input, kind }: { toolName: string; input: unknown; kind: ResultKind | undefined },
  { isJson }: Pick<OutputText, 'isJson'>,
): ResultDescription {
  const command = commandIn(input);
  const path = textNamed(input, pathNames);
  const plain = describeText(callTitle(toolName, isRecord(input) ? input : {}), isJson);
  const is = (wanted: ResultKind, seems: boolean) => (kind === undefined ? seems : kind === wanted);
  if (is('command', command !== null && !isJson)) {
    return { ...plain, type: 'terminal', ...(command === null ? {} : { title: titleOfCommand(command) }) };
  }
  if (is('file', path !== null && !isJson && hasExtension(path) && asksForFileAlone(input))) {
    return path === null ? { ...plain, type: 'file' } : describeFile(path, 1, null);
  }
  if (kind === 'matches') return { ...plain, type: 'matches' };
  return kind === 'listing' ? { ...plain, type: 'tree' } : plain;
}

/** A tool that writes, edits or searches takes other texts besides. */
const asksForFileAlone = (input: unknown): boolean =>
  isRecord(input) &&
  Object.entries(input).every(
    ([name, value]) =>
      [...pathNames, ...commandNames, 'encoding'].includes(name) || typeof value !== 'string',
  );

const hasExtension = (path: string): boolean => /\.[a-z0-9]+$/i.test(path);

function textNamed(input: unknown, names: readonly string[]): string | null {
  if (!isRecord(input)) return null;
  const name = names.find((one) => typeof input[one] === 'string' && input[one].trim() !== '');
  return name === undefined ? null : String(input[name]);
}
