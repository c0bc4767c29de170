import { profileOf } from '#lib/core/vocabulary/tools/tool-profiles.ts';
import { type OfflineResult, textArgument } from './offline-result.ts';
import { code } from './write-markdown.ts';

/** Names what a call is about: its command, its file, its pattern; without one, `the patch`. */
export function nameCall(result: Pick<OfflineResult, 'toolName' | 'arguments'>): string {
  const { argument, otherwise } = profileOf(result.toolName)?.subject ?? unknown;
  const subject = argument === null ? '' : textArgument(result, argument);
  return subject === '' ? otherwise : code(subject);
}

/** The same at the start of a sentence. */
export const nameCallFirst = (result: Pick<OfflineResult, 'toolName' | 'arguments'>): string =>
  nameCall(result).replace(/^the /, 'The ');

const unknown = { argument: null, otherwise: 'the call' };
