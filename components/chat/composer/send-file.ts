import { failureOf, type RequestResult, requestJson } from '#components/ui/request-json.ts';
import type { Upload } from '#lib/core/api/upload.ts';
import type { ChosenFile } from './upload-queue.ts';

const lost = { ok: false, code: 'network', error: 'The server did not answer. Try again.' } as const;

/** Uploads a file, or lets the server take one of its workspace. Never throws. */
export const sendFile = (
  chosen: ChosenFile,
  onProgress: (sentBytes: number) => void,
  signal: AbortSignal,
): Promise<RequestResult<Upload>> =>
  chosen.workspaceUrl === undefined
    ? uploadFile(chosen, onProgress, signal)
    : requestJson<Upload>(`${chosen.workspaceUrl}/attachments`, {
        method: 'POST',
        body: JSON.stringify({ path: chosen.name }),
        headers: { 'content-type': 'application/json' },
        signal,
      });

/** `fetch` would not say how much has been sent. */
const uploadFile = (
  { file, name }: ChosenFile,
  onProgress: (sentBytes: number) => void,
  signal: AbortSignal,
): Promise<RequestResult<Upload>> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api/attachments?${new URLSearchParams({ name })}`);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => resolve(resultOf(request));
    request.onerror = () => resolve(lost);
    request.onabort = () => resolve({ ok: false, code: 'aborted', error: 'Stopped.' });
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });

function resultOf({ status, responseText }: XMLHttpRequest): RequestResult<Upload> {
  try {
    const body: unknown = JSON.parse(responseText);
    return status === 201 ? { ok: true, value: body as Upload } : failureOf(body, status);
  } catch {
    return failureOf(null, status);
  }
}
