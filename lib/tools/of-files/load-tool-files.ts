import { z } from 'zod';
import { errorMessage } from '#lib/core/errors.ts';
import { mcpPrefix } from '#lib/core/vocabulary/tools/mcp-name.ts';
import { searchNames } from '#lib/core/vocabulary/tools/search-names.ts';
import { toolNames } from '#lib/core/vocabulary/tools/tool-profiles.ts';
import type { Tool } from '../tool-call.ts';
import { createFileTool } from './file-tool.ts';
import { importToolFile } from './import-tool-file.ts';
import type { ToolOfFile } from './tool-file.ts';

/** A file of tools, as it was loaded. */
export interface LoadedToolFile {
  path: string;
  tools: readonly Tool[];
  /** Why it gives none; `null`: it was loaded. */
  problem: string | null;
}

const taken: readonly string[] = [...toolNames, ...searchNames];
const definitionSchema = z.object({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,62}$/, 'lower-case letters, digits and _, at most 63')
    .refine(
      (name) => !name.startsWith(mcpPrefix) && !taken.includes(name),
      'this is the name of another tool',
    ),
  description: z.string().min(1),
  parameters: z.custom<ToolOfFile['parameters']>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'neither a schema of zod nor JSON Schema',
  ),
  changesNothing: z.boolean().optional(),
  handler: z.custom<ToolOfFile['handler']>((value) => typeof value === 'function', 'this is no function'),
});
const definitionsSchema = z.array(definitionSchema).min(1);

/**
 * Loads files of tools, one after another. They run with all rights of this server. Never rejects: a file that cannot
 * be loaded says why.
 * @param paths absolute
 */
export async function loadToolFiles(paths: readonly string[]): Promise<LoadedToolFile[]> {
  const loaded: LoadedToolFile[] = [];
  for (const path of paths) {
    const names = new Set(loaded.flatMap(({ tools }) => tools.map(({ name }) => name)));
    loaded.push(await loadToolFile(path, names));
  }
  return loaded;
}

/** Now, and not in the middle of every run. @throws if its arguments cannot be described or checked */
function checked(tool: Tool): Tool {
  if (!tool.parameters) z.toJSONSchema(tool.inputSchema, { io: 'input' });
  tool.inputSchema.safeParse({});
  return tool;
}

async function loadToolFile(path: string, names: ReadonlySet<string>): Promise<LoadedToolFile> {
  const fail = (problem: string): LoadedToolFile => ({ path, tools: [], problem });
  let module: { default?: unknown };
  try {
    module = await importToolFile(path);
  } catch (error) {
    // Node adds from where, which is a file of ours.
    const words = errorMessage(error).replace(/ imported from .*/s, '');
    if (words === `Cannot find module '${path}'`) return fail('There is no such file.');
    return fail(`It could not be loaded: ${words}`);
  }
  if (module.default === undefined) return fail('It has no default export: export what defineTool gives.');
  const returned = Array.isArray(module.default) ? module.default : [module.default];
  const read = definitionsSchema.safeParse(returned);
  if (!read.success) return fail(`It gives no tool: ${z.prettifyError(read.error)}`);
  const all = [...names];
  for (const { name } of read.data) {
    if (all.includes(name)) return fail(`There is a tool called ${name} already.`);
    all.push(name);
  }
  try {
    return {
      path,
      tools: read.data.map((tool) => checked(createFileTool(tool as ToolOfFile))),
      problem: null,
    };
  } catch (error) {
    return fail(`Its parameters are not a schema that a model can be given: ${errorMessage(error)}`);
  }
}
