import { handlersOf } from '@vitrine/lib/http/routes.ts';

export const { POST } = handlersOf('/api/savings/widenings/:number/undo');
