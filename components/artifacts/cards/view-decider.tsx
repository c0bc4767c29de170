import type { ToolTelemetry } from '#lib/core/vocabulary/events.ts';
import { serverOfTool } from '#lib/core/vocabulary/tools/mcp-name.ts';
import { type CardSource, isAttached, readTelemetryOf } from '../context/card-source.ts';

/** On the label of a result from an MCP server: who decided what the model reads of it. */
export function ViewDecider({ source }: { source: CardSource }) {
  const read = readTelemetryOf(source);
  if (!read || isAttached(source) || serverOfTool(source.toolName) === null) return null;
  return <span className="clip wide-only">{decider(read)}</span>;
}

function decider({ summarizer, relation, type }: ToolTelemetry): string {
  if (type === 'image') return 'shown to people';
  if (summarizer === 'ceiling') return 'cut at the ceiling';
  if (summarizer !== null) return `recognised: ${summarizer === 'general' ? 'text' : summarizer}`;
  return relation === 'equal' ? 'same for both' : 'asked by the server';
}
