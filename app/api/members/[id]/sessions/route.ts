import { handlersOf } from '@vitrine/lib/http/routes.ts';

export const { GET, DELETE } = handlersOf('/api/members/:id/sessions');
