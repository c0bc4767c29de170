import type { TerminalAction } from '../../lib/core/terminal-action.ts';
import { type RequestResult, sendJson } from '../ui/request-json.ts';

/** A terminal at work, and where it is asked for things. */
export type ActOnTerminal = (action: TerminalAction) => Promise<RequestResult<unknown>>;

export const terminalActions = (conversationId: string, toolCallId: string): ActOnTerminal => {
  const url = `/api/conversations/${conversationId}/terminals/${encodeURIComponent(toolCallId)}`;
  return (action) => {
    switch (action.kind) {
      case 'take':
      case 'handBack':
        return sendJson('POST', `${url}/control`, { kind: action.kind });
      case 'input':
        return sendJson('POST', `${url}/input`, { data: action.data });
      case 'resize':
        return sendJson('POST', `${url}/resize`, { columns: action.columns, rows: action.rows });
    }
  };
};

/** The bytes of a growing artifact from a place on; empty where there are none yet, `null` where they cannot be had. */
export async function fetchBytesFrom(
  url: string,
  from: number,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  try {
    const response = await fetch(url, { headers: { range: `bytes=${from}-` }, signal });
    if (response.status === 416) return new Uint8Array();
    if (!response.ok) return null;
    const bytes = new Uint8Array(await response.arrayBuffer());
    return response.status === 206 ? bytes : bytes.subarray(from);
  } catch {
    // No answer, or nobody waits for it any more: whoever asked tries again, or is gone.
    return null;
  }
}
