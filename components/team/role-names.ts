import type { Role } from '../../lib/core/member.ts';

export const roleNames: Record<Role, string> = { admin: 'Admin', member: 'Member' };
