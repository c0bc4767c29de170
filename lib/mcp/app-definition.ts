import type { Tool as ToolDefinition } from '@modelcontextprotocol/client';
import { z } from 'zod';

/** The media type of pages (MCP Apps 2026-01-26). */
export const appMediaType = 'text/html;profile=mcp-app';

/** What a client that shows apps says that it can. */
export const appCapability = { 'io.modelcontextprotocol/ui': { mimeTypes: [appMediaType] } };

const addressSchema = z.string().startsWith('ui://').max(2_000);
const toolMeta = z.looseObject({
  ui: z
    .looseObject({
      resourceUri: addressSchema.optional().catch(undefined),
      visibility: z.array(z.string()).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  /** As it was called before. */
  'ui/resourceUri': addressSchema.optional().catch(undefined),
});
const metaOf = ({ _meta }: Pick<ToolDefinition, '_meta'>) => toolMeta.safeParse(_meta ?? {}).data;

/** Who may call it: the model, pages of the server; `undefined`: both. */
export const visibilityOf = (definition: Pick<ToolDefinition, '_meta'>): readonly string[] | undefined =>
  metaOf(definition)?.ui?.visibility;

/** Some tools are for the pages of a server alone. */
export const isForModel = (definition: ToolDefinition): boolean =>
  visibilityOf(definition)?.includes('model') ?? true;

/** And some for the model alone. */
export const isForPage = (definition: ToolDefinition): boolean =>
  visibilityOf(definition)?.includes('app') ?? true;

/** The address of the page that shows the results of a tool; `null`: it has none. */
export function appUriOf(definition: ToolDefinition): string | null {
  const meta = metaOf(definition);
  return meta?.ui?.resourceUri ?? meta?.['ui/resourceUri'] ?? null;
}
