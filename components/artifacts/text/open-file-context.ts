'use client';

import { createContext, useContext } from 'react';

/** Opens a workspace file, as it is now, at a line. Resolves to why it cannot be shown, in a sentence; `null`: it is shown. */
export type FileOpener = (path: string, line: number) => Promise<string | null>;

const OpenFileContext = createContext<FileOpener | null>(null);

export const OpenFileProvider = OpenFileContext.Provider;

/** `null`: files cannot be opened here. */
export const useOpenFile = (): FileOpener | null => useContext(OpenFileContext);
