export { getConversationEvents as GET } from '@vitrine/lib/http/get-conversation-events.ts';
