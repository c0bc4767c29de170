import { handlersOf } from '@vitrine/lib/http/routes.ts';

export const { PATCH, DELETE } = handlersOf('/api/conversations/:id/messages/:messageId');
