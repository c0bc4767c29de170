'use client';

import { createContext, useContext } from 'react';
import type { Presentation } from './viewer.ts';

const PresentationContext = createContext<Presentation | null>(null);

/** The words for the artifact shown below, since its views cannot know the table that lists them. */
export const PresentationProvider = PresentationContext.Provider;

/** `null`: outside of an artifact. */
export const usePresentation = (): Presentation | null => useContext(PresentationContext);
