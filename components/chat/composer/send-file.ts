import { failureOf, type RequestResult } from '#components/ui/request-json.ts';
import type { Upload } from '#lib/core/api/upload.ts';
import type { ChosenFile } from './upload-queue.ts';

const lost = { ok: false, code: 'network', error: 'The server did not answer. Try again.' } as const;

/** Uploads a file. Never throws. `fetch` would not say how much has been sent. */
export const sendFile = (
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
