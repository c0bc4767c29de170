import { handlersOf } from '@vitrine/lib/http/routes.ts';

export const { POST } = handlersOf('/api/profile/push-subscriptions/test');
