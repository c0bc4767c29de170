import type { Member } from './member.ts';

/** In local mode, whoever reaches this machine. They are in no store. */
export const localMemberOf = (name: string): Member => ({ id: 'local', name, role: 'admin' });
