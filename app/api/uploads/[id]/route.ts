import { handlersOf } from '@vitrine/lib/http/routes.ts';

export const { PUT } = handlersOf('/api/uploads/:id');
