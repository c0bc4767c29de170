import { handlersOf } from '@vitrine/lib/http/routes.ts';

export const { DELETE, GET, POST } = handlersOf('/api/conversations/:id/worktree/push');
