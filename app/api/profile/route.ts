import { handlersOf } from '@vitrine/lib/http/routes.ts';

export const { GET, PATCH } = handlersOf('/api/profile');
