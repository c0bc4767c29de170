'use client';

import { createContext, useContext } from 'react';

const InExampleContext = createContext(false);

/** Marks the recorded example: its artifacts stay as long as it does, without being kept. */
export const InExampleProvider = InExampleContext.Provider;
export const useInExample = (): boolean => useContext(InExampleContext);
