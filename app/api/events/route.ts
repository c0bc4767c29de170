export { getEvents as GET } from '@vitrine/lib/http/get-events.ts';
