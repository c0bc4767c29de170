import { manifests } from '#lib/split/sources/manifests.ts';
import { sources } from '#lib/split/sources/sources.ts';
import { type Run, understandText } from '#tests/support/understand-text.ts';

/** What is made of a file, read by a tool or by a command. */
export const understand = (path: string, text: string, run: Run = {}) =>
  understandText(
    text,
    [...manifests, ...sources],
    run.command === undefined
      ? { tool: 'read_file', type: 'file', args: { path }, title: path, ...run }
      : run,
  );
