'use client';

import { lazyExtra } from '#components/ui/lazy-component.tsx';
import type { ToolTelemetry } from '#lib/core/vocabulary/events.ts';
import { serverOfTool } from '#lib/core/vocabulary/tools/mcp-name.ts';

const ServerSplitOffer = lazyExtra(async () => (await import('./server-split-offer.tsx')).ServerSplitOffer);

/** On a result of an MCP server: whether later ones are split. */
export const SplitOffer = (props: { toolName: string; telemetry: ToolTelemetry }) =>
  serverOfTool(props.toolName) && <ServerSplitOffer {...props} />;
