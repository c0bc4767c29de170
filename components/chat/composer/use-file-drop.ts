import { useEffect, useEffectEvent, useState } from 'react';
import type { ChosenFile } from './upload-queue.ts';

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;

/** Takes files that are dropped anywhere on the page. @returns how many are above it now; 0: none */
export function useFileDrop(
  onFiles: (files: readonly ChosenFile[]) => void,
  onFolder: (name: string) => void,
): number {
  const [count, setCount] = useState(0);
  const take = useEffectEvent((event: DragEvent) => {
    const { files, folder } = contentsOf(event.dataTransfer);
    if (files.length > 0) onFiles(files);
    if (folder !== null) onFolder(folder);
  });
  useEffect(() => {
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // Otherwise the browser opens the file in place of the page.
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
      setCount(event.dataTransfer?.items.length ?? 0);
    };
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setCount(0);
    };
    const onDrop = (event: DragEvent) => {
      setCount(0);
      if (!hasFiles(event)) return;
      event.preventDefault();
      take(event);
    };
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, []);
  return count;
}

/** The files of a drop, and the name of a folder among them: its files cannot be read at once. */
function contentsOf(transfer: DataTransfer | null): { files: ChosenFile[]; folder: string | null } {
  const files: ChosenFile[] = [];
  let folder: string | null = null;
  for (const item of transfer?.items ?? []) {
    const entry = item.webkitGetAsEntry();
    const file = item.getAsFile();
    if (entry?.isDirectory) folder = entry.name;
    else if (file) files.push({ file, name: file.name });
  }
  return { files, folder };
}
