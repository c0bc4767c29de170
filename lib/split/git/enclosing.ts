import { type Definition, type DefinitionIn, depthOf } from './definition-in.ts';

/** What encloses the lines of a hunk, as far as the hunk shows it. */
export interface Enclosing {
  /** The definition the line itself begins, which then encloses the line. */
  begun: Definition | null;
  /** Label of the innermost definition; `''`: unknown. */
  label: string;
}

const bufferedCount = 40;
/**
 * Lines that do not end a definition despite lower indentation: ends of blocks, directives, labels, the next
 * branch.
 */
const endsNothing =
  /^(?:[)\]}>;,#{]|\w{1,60}:$|(?:end|else|elif|elsif|except|finally|rescue|ensure|catch|do|then|fi|done|esac|begin|EOF)\b)/;

/** Git takes any line at the left margin for a function; these are not one. */
const hasNoLocation = /^(?:import|from|package|using|use|#\s?include|require|export \*|@)\b/;

/**
 * Tracks the enclosing definitions of a hunk line by line. The text git prints after `@@` applies to the
 * first lines, until another definition begins at the left margin.
 */
export function createEnclosing(definitionIn: DefinitionIn, head: string): (line: string) => Enclosing {
  const open: Definition[] = [];
  const first = definitionIn(head.trimStart());
  let outer = first?.label ?? (hasNoLocation.test(head) ? '' : head);
  return (line) => {
    const depth = depthOf(line);
    if (depth === line.length) return { begun: null, label: open.at(-1)?.label ?? outer };
    const begun = definitionIn(line);
    const last = open.at(-1);
    if (begun !== null || depth === 0 || (last !== undefined && depth <= last.depth)) {
      if (begun !== null || !endsNothing.test(line.slice(depth, depth + 80))) {
        while (open.length > 0 && (open.at(-1)?.depth ?? 0) >= depth) open.pop();
        if (depth === 0) outer = '';
      }
    }
    if (begun !== null && open.length < bufferedCount) open.push(begun);
    return { begun, label: open.at(-1)?.label ?? outer };
  };
}
