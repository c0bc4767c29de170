import { handlersOf } from '@vitrine/lib/http/routes.ts';

export const { GET, POST } = handlersOf('/api/profile/push-subscriptions');
