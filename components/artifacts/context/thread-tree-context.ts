'use client';

import { createContext } from 'react';
import { emptyTree, type ThreadTree } from '#lib/core/conversation/thread-tree.ts';

/**
 * The conversation's messages and nothing that changes more often: cards derive from them the steps that came
 * after.
 */
export const ThreadTreeContext = createContext<ThreadTree>(emptyTree);
