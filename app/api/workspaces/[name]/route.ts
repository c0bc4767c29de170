import { handlersOf } from '@vitrine/lib/http/routes.ts';

export const { DELETE, GET, PATCH } = handlersOf('/api/workspaces/:name');
