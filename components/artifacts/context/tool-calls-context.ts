'use client';

import { createContext } from 'react';
import type { ToolCallState } from '#lib/core/conversation/conversation-state.ts';

/** All calls of the conversation. It changes with each of them, so only what shows several calls depends on it. */
export const ToolCallsContext = createContext<Readonly<Record<string, ToolCallState>>>({});
