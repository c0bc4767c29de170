'use client';

import { createContext, useContext } from 'react';

/** The versions of members' pictures, by the member's ID; who has none is absent. */
export type Pictures = Readonly<Record<string, string>>;

const PicturesContext = createContext<Pictures>({});

export const PicturesProvider = PicturesContext.Provider;

/** The address of a member's picture; `null`: they have none. */
export function usePictureUrl(memberId: string | undefined): string | null {
  const pictures = useContext(PicturesContext);
  if (memberId === undefined || !Object.hasOwn(pictures, memberId)) return null;
  return `/api/members/${memberId}/picture?v=${pictures[memberId]}`;
}
