import type { LanguageReader } from '../language-reader.ts';
import type { Outline } from '../outline.ts';

const target = /^([^\s:=#$][^:=#]*)::?(?!=)/;
const variable = /^(?:export\s+|override\s+)?([\w.-]+)\s*(?:[:?+!]|::)?=/;
const included = /^-?include\s+(.+)/;

/** Reads makefiles: targets and variables; ignores recipes and continuation lines. */
export function createMakeReader(outline: Outline): LanguageReader {
  let goesOn = false;
  const add = (kind: string, name: string, line: number, isPublic: boolean) =>
    outline.add({ kind, name, owner: null, line, endLine: line, isPublic });
  return {
    line(text, number) {
      const isStart = !goesOn && !text.startsWith('\t') && !text.startsWith('#');
      goesOn = text.endsWith('\\');
      if (!isStart || text === '') return;
      const [, file] = included.exec(text) ?? [];
      if (file !== undefined) {
        outline.import(file.trim());
        return;
      }
      const [, name] = variable.exec(text) ?? [];
      const [, targets] = target.exec(text) ?? [];
      if (name !== undefined) add('variable', name, number, false);
      else if (targets !== undefined && !targets.startsWith('.')) add('target', targets.trim(), number, true);
    },
    finish: () => null,
  };
}
