import { describe } from 'vitest';
import { openSqlite } from './sqlite-opener.ts';
import { describeStores } from './stores-contract.ts';

describe('SQLite', () => describeStores(openSqlite));
