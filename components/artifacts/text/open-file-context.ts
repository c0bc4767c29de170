'use client';

import { createContext, useContext } from 'react';

/** Opens a workspace file, as it is now, at a line. `false`: the workspace has no such file to show. */
export type FileOpener = (path: string, line: number) => Promise<boolean>;

const OpenFileContext = createContext<FileOpener | null>(null);

export const OpenFileProvider = OpenFileContext.Provider;

/** `null`: files cannot be opened here. */
export const useOpenFile = (): FileOpener | null => useContext(OpenFileContext);
