import { handlersOf } from '@vitrine/lib/http/routes.ts';

export const { GET, PATCH, DELETE } = handlersOf('/api/conversations/:id');
