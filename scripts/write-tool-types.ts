import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDeclarations } from './write-declarations.ts';

/** Where `writeDeclarations` puts them. */
const types = './tools/of-files/tool-file.js';

/** Writes `vitrine/tools` as editors find it. A server gives the files of its tools one of its own, wherever they lie. */
export function writeToolTypes(root: string, to: string): void {
  writeDeclarations(root, 'tools/of-files/tool-file', to);
  writeFileSync(join(to, 'define-tool-of-file.js'), 'export const defineTool = (tool) => tool;\n');
  writeFileSync(
    join(to, 'define-tool-of-file.d.ts'),
    `import type { ToolOfFile } from '${types}';
export * from '${types}';
/** Says what a tool is; gives it back. */
export declare function defineTool<Input>(tool: ToolOfFile<Input>): ToolOfFile<Input>;
`,
  );
}
