import { handlersOf } from '@vitrine/lib/http/routes.ts';

export const { PUT, DELETE } = handlersOf('/api/profile/picture');
