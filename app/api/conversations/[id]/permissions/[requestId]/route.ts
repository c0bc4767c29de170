import { handlersOf } from '@vitrine/lib/http/routes.ts';

export const { POST, DELETE } = handlersOf('/api/conversations/:id/permissions/:requestId');
