'use client';

import { createContext, useContext } from 'react';

const InExampleContext = createContext(false);

/** Around the recorded example: its artifacts stay as long as it does, without anybody having kept them. */
export const InExampleProvider = InExampleContext.Provider;
export const useInExample = (): boolean => useContext(InExampleContext);
