import { useEffectEvent, useState } from 'react';
import type { AttachmentList } from '#components/artifacts/cards/use-attach.ts';
import type { Upload } from '#lib/core/api/upload.ts';
import type { ChosenFile, PendingUpload, UploadQueue } from './upload-queue.ts';

export interface Uploads {
  pending: readonly PendingUpload[];
  add: (files: readonly ChosenFile[]) => void;
  cancel: (id: number) => void;
  /** Why something was not uploaded at all; `null`: nothing to say. */
  fault: string | null;
  refuseFolder: (name: string) => void;
}

/** Uploads files and attaches them to the message being written, also if its page is left meanwhile. */
export function useUploads(attach: AttachmentList['add']): Uploads {
  'use memo';
  const [pending, setPending] = useState<readonly PendingUpload[]>([]);
  const [fault, setFault] = useState<string | null>(null);
  const onDone = useEffectEvent((upload: Upload) => attach(attachmentOf(upload)));
  const [loadQueue] = useState(() => lazyQueue(setPending, onDone));
  const add = async (files: readonly ChosenFile[]) => {
    setFault(null);
    try {
      (await loadQueue()).add(files);
    } catch {
      setFault('The server did not answer. Try again.');
    }
  };
  return {
    pending,
    add: (files) => void add(files),
    cancel: (id) => void loadQueue().then((queue) => queue.cancel(id)),
    fault,
    refuseFolder: (name) => setFault(`${name} is a folder. Attach its files, or an archive of them.`),
  };
}

/** Its code is not needed before the first file. */
function lazyQueue(
  onChange: (uploads: readonly PendingUpload[]) => void,
  onDone: (upload: Upload) => string | null,
): () => Promise<UploadQueue> {
  let queue: UploadQueue | null = null;
  return async () => {
    const [{ createUploadQueue }, { sendFile }] = await Promise.all([
      import('./upload-queue.ts'),
      import('./send-file.ts'),
    ]);
    queue ??= createUploadQueue({ send: sendFile, onChange, onDone, nowMs: () => performance.now() });
    return queue;
  };
}

const attachmentOf = ({ artifactId, title, viewTokens, ...upload }: Upload) => ({
  artifactId,
  title,
  tokens: viewTokens,
  upload,
});
