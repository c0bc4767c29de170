'use client';

import { useRouter } from 'next/navigation';
import { useSettingSwitch } from '#components/ui/use-setting-switch.ts';
import type { ToolTelemetry } from '#lib/core/vocabulary/events.ts';
import { serverOfTool } from '#lib/core/vocabulary/tools/mcp-name.ts';
import { useWork } from '../context/work-context.tsx';

/** Below this many tokens a split would save next to nothing. */
const worthwhileTokens = 1_000;

/** On a large result of an MCP server that is not split: lets an admin turn that on for later ones. */
export function ServerSplitOffer({ toolName, telemetry }: { toolName: string; telemetry: ToolTelemetry }) {
  const { isAdmin, splitServers } = useWork();
  const { refresh } = useRouter();
  const server = serverOfTool(toolName) ?? '';
  const { isOn, error, change } = useSettingSwitch({
    isOn: splitServers.includes(server),
    toChange: (wanted) => ({ serverSplits: { [server]: wanted } }),
    onChanged: refresh,
  });
  const { summarizer, relation, sentTokens } = telemetry;
  const wasWhole = summarizer === 'ceiling' || (summarizer === null && relation === 'equal');
  if (!isAdmin || !wasWhole || sentTokens < worthwhileTokens || splitServers.includes(server)) return null;
  return (
    <div className="card-more" role={error === null ? undefined : 'alert'}>
      <span className="clip">
        {error ??
          (isOn
            ? `From now on, results of ${server} are split.`
            : summarizer === 'ceiling'
              ? 'The first 25,000 tokens were sent; the rest can be recalled.'
              : 'The model read all of it.')}
      </span>
      <span className="grow" />
      {!isOn && (
        <button type="button" className="link" onClick={() => void change(true)}>
          Split results of {server}
        </button>
      )}
    </div>
  );
}
