import type { Tool as ToolDefinition } from '@modelcontextprotocol/client';
import { canonicalJson } from '../core/algorithms/canonical-json.ts';
import { limits } from '../core/limits.ts';
import type { Json } from '../core/vocabulary/json.ts';
import { serverOfTool } from '../core/vocabulary/tools/mcp-name.ts';
import type { SeenDefinition, ToolDefinitionText } from '../core/vocabulary/tools/tool-definition.ts';
import type { ToolDefinitionStore } from '../stores/stores.ts';
import { visibilityOf } from './app-definition.ts';
import { hashOf } from './hash-of.ts';

/**
 * Compares what servers say of their tools with what was accepted. The first definition of a tool is accepted as it
 * comes; a later one is what a server would change to have the model do something else.
 */
export interface ToolDrift {
  /**
   * The tools whose definition was not accepted, and which are blocked: the hash of that definition, by name.
   * @param definitions by the name that the model has for the tool
   * @throws VitrineError `storage_unavailable`
   */
  findBlocked(definitions: ReadonlyMap<string, ToolDefinition>): Promise<ReadonlyMap<string, string>>;
}

export function createToolDrift(store: ToolDefinitionStore, nowMs: () => number): ToolDrift {
  /** None is ever taken back, so that a run asks the store only for what is new. */
  const accepted = new Set<string>();
  const keyOf = ({ tool, hash }: Pick<SeenDefinition, 'tool' | 'hash'>) => `${tool} ${hash}`;
  const addFirst = async (unknown: readonly SeenDefinition[]): Promise<void> => {
    const known = new Set(
      (await store.list()).filter(({ isAccepted }) => isAccepted).map(({ tool }) => tool),
    );
    for (const one of unknown) {
      if (known.has(one.tool)) continue;
      const ofServer = [...known].filter((tool) => serverOfTool(tool) === serverOfTool(one.tool));
      if (ofServer.length >= limits.mcpKnownTools) return;
      known.add(one.tool);
      await store.addFirst(one);
    }
  };
  return {
    async findBlocked(definitions) {
      const unknown = [...definitions]
        .map(([tool, definition]) => seen(tool, definition, nowMs))
        .filter((one) => !accepted.has(keyOf(one)));
      if (unknown.length === 0) return new Map();
      await addFirst(unknown);
      const stored = await store.list();
      for (const one of stored) if (one.isAccepted) accepted.add(keyOf(one));
      const blocked = unknown.filter((one) => !accepted.has(keyOf(one)));
      const reported = new Set(stored.map(keyOf));
      for (const one of blocked) {
        const ofServer = stored.filter(({ tool }) => serverOfTool(tool) === serverOfTool(one.tool));
        if (reported.has(keyOf(one)) || ofServer.length >= 2 * limits.mcpKnownTools) continue;
        await store.put({ ...one, isAccepted: false });
      }
      return new Map(blocked.map(({ tool, hash }) => [tool, hash]));
    },
  };
}

const seen = (tool: string, definition: ToolDefinition, nowMs: () => number): SeenDefinition => {
  const text = textOfDefinition(definition);
  const seenAt = new Date(nowMs()).toISOString();
  return { tool, hash: hashOf(canonicalJson(text), 32), definition: text, seenAt, isAccepted: true };
};

/** Whether the model, or a policy, would go by the same. */
export const isSameDefinition = (one: ToolDefinition, other: ToolDefinition): boolean =>
  one === other || canonicalJson(textOfDefinition(one)) === canonicalJson(textOfDefinition(other));

const textOfDefinition = ({
  title,
  description = '',
  inputSchema,
  annotations,
  _meta,
}: ToolDefinition): ToolDefinitionText => ({
  title: title ?? null,
  description,
  // Both come from a message: they are JSON.
  inputSchema: inputSchema as Json,
  annotations: hintsOf(annotations, visibilityOf({ _meta })) as Json,
});

/** Who may call it is a hint like the others, where the server says it. */
const hintsOf = (annotations: ToolDefinition['annotations'], visibility: readonly string[] | undefined) =>
  visibility === undefined ? (annotations ?? null) : { ...annotations, visibility };
