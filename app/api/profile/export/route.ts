import { handlersOf } from '@vitrine/lib/http/routes.ts';

export const { GET } = handlersOf('/api/profile/export');
