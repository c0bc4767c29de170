import { handlersOf } from '@vitrine/lib/http/routes.ts';

export const { DELETE } = handlersOf('/api/members/:id/data');
