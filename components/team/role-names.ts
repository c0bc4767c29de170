import type { Role } from '#lib/core/vocabulary/team/member.ts';

export const roleNames: Record<Role, string> = { admin: 'Admin', member: 'Member' };
