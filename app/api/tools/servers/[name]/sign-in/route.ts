import { handlersOf } from '@vitrine/lib/http/routes.ts';

export const { DELETE, POST } = handlersOf('/api/tools/servers/:name/sign-in');
