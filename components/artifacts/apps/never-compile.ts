import { config } from 'zod';

/**
 * The protocol's library checks messages with this one, which would try to compile its checks: our content policy refuses
 * that, and the browser reports each attempt. To be loaded before what makes checks.
 */
config({ jitless: true });
