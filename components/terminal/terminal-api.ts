import type { TerminalAction } from '#lib/core/vocabulary/terminal-action.ts';
import { type RequestResult, sendJson } from '../ui/request-json.ts';

/** Sends an action to a running terminal. */
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

/** The bytes of a growing artifact from an offset on; empty if there are none yet, `null` if unavailable. */
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
    // The request failed or was aborted: the caller tries again, or is gone.
    return null;
  }
}
