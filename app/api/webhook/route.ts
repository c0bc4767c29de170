import { handlersOf } from '@vitrine/lib/http/routes.ts';

export const { GET, PUT, DELETE } = handlersOf('/api/webhook');
