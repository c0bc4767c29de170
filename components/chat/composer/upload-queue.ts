import type { RequestResult } from '#components/ui/request-json.ts';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import type { Upload } from '#lib/core/api/upload.ts';
import { limits } from '#lib/core/limits.ts';

/** What somebody chose, dropped, pasted, or named by its path. */
export interface ChosenFile {
  /** Empty for a file of the workspace, which the server has. */
  file: Blob;
  /** Empty: a pasted text. */
  name: string;
  /** Address of the workspace whose file it is; omitted: none. */
  workspaceUrl?: string;
}

/** A file on its way to the server, or one that did not get there. */
export interface PendingUpload extends ChosenFile {
  id: number;
  sentBytes: number;
  /** When its first byte was sent, by `nowMs`; `null`: it waits. */
  startedMs: number | null;
  /** `null`: nothing is wrong. */
  error: string | null;
}

export interface UploadQueue {
  add(files: readonly ChosenFile[]): void;
  /** Stops an upload, or removes one that failed. */
  cancel(id: number): void;
}

interface Doors {
  send(
    chosen: ChosenFile,
    onProgress: (sentBytes: number) => void,
    signal: AbortSignal,
  ): Promise<RequestResult<Upload>>;
  onChange(uploads: readonly PendingUpload[]): void;
  /** Returns why it cannot be attached, or `null`. */
  onDone(upload: Upload): string | null;
  nowMs(): number;
}

/** One more would only slow down the others. */
const atOnce = 2;

/** Uploads files in their order, some at once. */
export function createUploadQueue({ send, onChange, onDone, nowMs }: Doors): UploadQueue {
  const uploads = new Map<number, PendingUpload>();
  const stops = new Map<number, AbortController>();
  let lastId = 0;

  const change = (id: number, changed: Partial<PendingUpload>) => {
    const upload = uploads.get(id);
    if (!upload) return;
    uploads.set(id, { ...upload, ...changed });
    onChange([...uploads.values()]);
  };
  const remove = (id: number) => {
    uploads.delete(id);
    onChange([...uploads.values()]);
  };
  const begin = async (upload: PendingUpload) => {
    const { id } = upload;
    const stop = new AbortController();
    stops.set(id, stop);
    change(id, { startedMs: nowMs() });
    const result = await send(upload, (sentBytes) => change(id, { sentBytes }), stop.signal);
    stops.delete(id);
    const error = !result.ok ? result.error : stop.signal.aborted ? null : onDone(result.value);
    if (error === null || stop.signal.aborted) remove(id);
    else change(id, { error });
    beginNext();
  };
  const beginNext = () => {
    for (const upload of uploads.values()) {
      if (stops.size >= atOnce) return;
      if (upload.startedMs === null && upload.error === null) void begin(upload);
    }
  };
  return {
    add(files) {
      for (const chosen of files) {
        lastId += 1;
        const pending = { ...chosen, id: lastId, sentBytes: 0, startedMs: null, error: tooLarge(chosen) };
        uploads.set(lastId, pending);
      }
      onChange([...uploads.values()]);
      beginNext();
    },
    cancel(id) {
      stops.get(id)?.abort();
      remove(id);
    },
  };
}

/** The server would say so too, but only once it is asked. */
const tooLarge = ({ file }: ChosenFile): string | null =>
  file.size > limits.artifactBytes
    ? `${formatBytes(file.size)} is over the ${formatBytes(limits.artifactBytes)} limit`
    : null;
