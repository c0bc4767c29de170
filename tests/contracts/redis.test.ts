import { describe, inject } from 'vitest';
import { openRedis } from './redis-opener.ts';
import { describeStores } from './stores-contract.ts';

describe('Redis', () => describeStores((options) => openRedis(inject('redisUrl'), options)));
