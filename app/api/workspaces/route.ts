import { may } from '@vitrine/lib/core/rights.ts';
import { requireAdmin } from '@vitrine/lib/http/access.ts';
import { route } from '@vitrine/lib/http/route.ts';
import { addWorkspace, newWorkspaceSchema } from '@vitrine/lib/http/workspaces/add-workspace.ts';
import { listWorkspaces } from '@vitrine/lib/http/workspaces/list-workspaces.ts';

const noStore = { 'Cache-Control': 'no-store' };

/** Where they lie is for admins; their names are for everybody who begins a conversation. */
export const GET = route({}, async ({ member, services }) => {
  if (may(member, 'manage', { kind: 'team' })) {
    return Response.json({ workspaces: await listWorkspaces(services) }, { headers: noStore });
  }
  const workspaces = (await services.workspaces.list()).map(({ name }) => ({ name }));
  return Response.json({ workspaces }, { headers: noStore });
});

/** 201: it is there; 202: a clone of it is under way. */
export const POST = route({ body: newWorkspaceSchema }, async ({ body, request, member, services }) => {
  requireAdmin(member);
  const { name, state } = await addWorkspace({ request, member, services }, body);
  return Response.json({ name, state }, { status: state === 'ready' ? 201 : 202 });
});
