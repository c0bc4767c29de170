import { sendJson } from '#components/ui/request-json.ts';

/** Stops a sub-agent, and those below it; the run goes on. */
export const abortSubAgent = (conversationId: string, subagentId: string) =>
  sendJson<unknown>('POST', `/api/conversations/${conversationId}/subagents/${subagentId}/abort`);
