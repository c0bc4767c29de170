import { describe } from 'vitest';
import { openMemory } from './memory-opener.ts';
import { describeStores } from './stores-contract.ts';

describe('the store in memory', () => describeStores(openMemory));
