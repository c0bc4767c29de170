import { type RequestResult, requestJson, sendJson } from '#components/ui/request-json.ts';
import type { AppCall, AppCallAnswer, OpenedApp } from '#lib/core/vocabulary/tools/mcp-app.ts';

/** @param baseUrl of the artifact, or of the copy of a share */
export const openApp = (baseUrl: string, signal: AbortSignal): Promise<RequestResult<OpenedApp>> =>
  requestJson(`${baseUrl}/app`, { signal });

export const sendAppCall = (baseUrl: string, call: AppCall): Promise<RequestResult<AppCallAnswer>> =>
  sendJson('POST', `${baseUrl}/app/calls`, call);
