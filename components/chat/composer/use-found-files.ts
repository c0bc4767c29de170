import { useEffect, useState } from 'react';
import { useResource } from '#components/ui/use-resource.ts';

/** A file of the workspace whose path contains what is typed. */
export interface OfferedFile {
  path: string;
  byteLength: number;
}

/** While keys are pressed faster than this, nothing is asked. */
const restMs = 120;

const nothing: readonly OfferedFile[] = [];

/**
 * The files of a workspace whose path contains what is typed; what was found last stays until the next is here.
 * @param typed `null`: no path is being typed
 */
export function useFoundFiles(workspaceUrl: string, typed: string | null): readonly OfferedFile[] {
  'use memo';
  const isPath = typed !== null && /^[^\s`]+$/.test(typed);
  const [asked, setAsked] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(isPath ? typed : null), isPath ? restMs : 0);
    return () => clearTimeout(timer);
  }, [typed, isPath]);
  const url = asked === null ? null : `${workspaceUrl}/files?${new URLSearchParams({ q: asked })}`;
  const { value } = useResource<{ files: OfferedFile[] }>(url);
  const [last, setLast] = useState<readonly OfferedFile[]>(nothing);
  if (value && value.files !== last) setLast(value.files);
  if (!isPath || asked === null) return nothing;
  return (value?.files ?? last).filter(({ path }) => path.toLowerCase().includes(typed.toLowerCase()));
}
