import { handlersOf } from '@vitrine/lib/http/routes.ts';

export const { POST } = handlersOf('/api/conversations/:id/runs/:runId/continue');
