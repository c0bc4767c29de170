import { handlersOf } from '@vitrine/lib/http/routes.ts';

export const { PATCH } = handlersOf('/api/profile/preferences');
