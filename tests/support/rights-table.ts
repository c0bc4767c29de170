import type { Who } from './rights-stage.ts';

export type Expected = Record<Who, number>;

const signedOut = { nobody: 401, removed: 401, visitor: 401 };
const [asOutsiders, asInsiders] = [
  (status: number) => ({ outsider: status, adminOutside: status }),
  (status: number) => ({ member: status, author: status, admin: status }),
];
/** Of a private conversation: who is not named in it finds nothing there, an admin neither. */
const inside = (status: number): Expected => ({ ...signedOut, ...asOutsiders(404), ...asInsiders(status) });
/** The same, for whoever began it and for admins who are named. */
const managed = (status: number): Expected => ({ ...inside(status), member: 403 });
/** The same, for whoever wrote it alone. */
const written = (status: number): Expected => ({ ...inside(403), author: status });
const team = (status: number): Expected => ({ ...signedOut, ...asOutsiders(status), ...asInsiders(status) });
const admins = (status: number, others = 403): Expected => ({
  ...team(others),
  adminOutside: status,
  admin: status,
});
const everybody = (status: number): Expected => ({
  nobody: status,
  removed: status,
  visitor: status,
  ...asOutsiders(status),
  ...asInsiders(status),
});
/** Not for who is not signed in, who learns nothing of it. */
const unseen = (status: number): Expected => ({ ...team(status), nobody: 404, removed: 404, visitor: 404 });
const sharer = (status: number): Expected => ({ ...admins(status), author: status });

/** Method and path of a route, what is asked of it, and what each is answered. `$name`: a subject of the stage. */
export type Row = [route: string, path: string, expected: Expected, body?: object];
export const rows: Row[] = [
  ['GET /api/conversations', '', team(200)],
  ['POST /api/conversations', '', team(201), {}],
  ['GET /api/conversations/:id', '$conversation', inside(200)],
  ['PATCH /api/conversations/:id', '$conversation', inside(200), { title: 'x' }],
  ['PATCH /api/conversations/:id', '$conversation', inside(200), { isArchived: true }],
  ['PATCH /api/conversations/:id', '$conversation', managed(200), { audience: [] }],
  ['DELETE /api/conversations/:id', '$conversation', managed(204)],
  ['PUT /api/conversations/:id/pin', '$conversation', inside(204)],
  ['DELETE /api/conversations/:id/pin', '$conversation', inside(204)],
  ['PUT /api/conversations/:id/read', '$conversation', inside(204), { cursor: '1' }],
  ['GET /api/conversations/:id/usage', '$conversation', inside(200)],
  ['GET /api/conversations/:id/budgets', '$conversation', inside(200)],
  ['GET /api/conversations/:id/export', '$conversation?format=json', inside(200)],
  ['GET /api/conversations/:id/export', '$conversation?format=markdown', inside(200)],
  ['POST /api/conversations/:id/abort', '$conversation', inside(202)],
  ['GET /api/conversations/:id/events', '$conversation', inside(200)],
  ['POST /api/conversations/:id/messages', '$conversation', inside(202), { text: 'help' }],
  ['PATCH /api/conversations/:id/messages/:messageId', '$conversation/msg_2', written(204), { text: 'x' }],
  ['DELETE /api/conversations/:id/messages/:messageId', '$conversation/msg_2', written(204)],
  [
    'POST /api/conversations/:id/permissions/:requestId',
    '$conversation/req_2',
    inside(204),
    { decision: 'approved' },
  ],
  [
    'POST /api/conversations/:id/permissions/:requestId',
    '$conversation/req_3',
    { ...inside(403), admin: 204 },
    { decision: 'rejected' },
  ],
  ['PUT /api/conversations/:id/presence', '$conversation', inside(204), { state: 'here' }],
  [
    'POST /api/conversations/:id/terminals/:toolCallId/control',
    '$conversation/call-1',
    inside(204),
    { kind: 'take' },
  ],
  [
    'POST /api/conversations/:id/terminals/:toolCallId/input',
    '$conversation/call-1',
    inside(204),
    { data: 'x' },
  ],
  [
    'POST /api/conversations/:id/terminals/:toolCallId/resize',
    '$conversation/call-1',
    inside(204),
    { columns: 80, rows: 24 },
  ],
  // Nothing is told on it of what one may not read: see below.
  ['GET /api/events', '?conversation=$conversation', team(200)],
  ['GET /api/artifacts/:id', '$artifact', inside(200)],
  ['GET /api/outputs/:id', '$artifact', inside(200)],
  // By a signed link alone, on an origin of its own.
  ['GET /api/content/:id', '$artifact', everybody(404)],
  ['GET /api/artifacts/:id/compare', '$artifact?with=$artifact', inside(200)],
  ['GET /api/artifacts/:id/context', '$artifact?line=1', inside(400)],
  ['GET /api/artifacts/:id/files', '$artifact', inside(200)],
  ['GET /api/artifacts/:id/filter', '$artifact', inside(200)],
  ['GET /api/artifacts/:id/price', '$artifact', inside(200)],
  ['GET /api/artifacts/:id/search', '$artifact?q=x', inside(200)],
  ['GET /api/artifacts/:id/secrets', '$artifact', inside(200)],
  ['GET /api/artifacts/:id/sides', '$artifact', inside(200)],
  ['POST /api/artifacts/:id/keep', '$artifact', inside(200), { ttlSeconds: 3_600 }],
  ['DELETE /api/artifacts/:id/keep', '$artifact', inside(200)],
  ['POST /api/artifacts/:id/undo', '$artifact', inside(400)],
  ['POST /api/artifacts/:id/redo', '$artifact', inside(400)],
  ['POST /api/artifacts/:id/rerun', '$artifact', inside(409)],
  ['POST /api/artifacts/:id/shares', '$artifact', inside(201), { audience: 'team' }],
  ['GET /api/shares', '', team(200)],
  ['GET /api/shares', '?of=team', admins(200)],
  ['DELETE /api/shares/:id', '$linkId', sharer(204)],
  ['DELETE /api/shares/:id', '$teamLinkId', sharer(204)],
  ['DELETE /api/shares/:id', '$teamLink', sharer(204)],
  ['POST /api/shares/:id/views', '$link', everybody(200)],
  ['POST /api/shares/:id/views', '$teamLink', unseen(200)],
  ...(['', '/search?q=x', '/files', '/filter'] as const).flatMap((path): Row[] => {
    const route = `GET /api/shares/:id/artifact${path.replace(/\?.*/, '')}`;
    const query = path.replace(/^[^?]*/, '');
    return [
      [route, `$link${query}`, everybody(200)],
      [route, `$teamLink${query}`, unseen(200)],
    ];
  }),
  ['GET /api/savings', '?groupBy=conversation', team(200)],
  ['GET /api/savings', '?groupBy=member&format=csv', team(200)],
  ['GET /api/savings/overview', '?by=conversation&from=2026-10-24&to=2026-11-22&compare=1', team(200)],
  ['GET /api/savings/recount', '?from=2026-01-01&to=2026-01-20', team(200)],
  ['GET /api/savings/calls', '?by=tool&key=read_file', team(200)],
  ['GET /api/savings/calls', '?by=tool&key=read_file&kind=step&format=csv', team(200)],
  ['GET /api/savings/calls', '?by=conversation&key=$conversation', inside(200)],
  ['GET /api/metrics', '', admins(200)],
  ['GET /api/savings/recalls', '', team(200)],
  ['GET /api/savings/recalls/asks', '?kind=read_file%2Fsource', team(200)],
  ['POST /api/savings/widenings/:number/undo', '$widening', admins(204)],
  ['GET /api/savings/replays/:id/recount', 'rpl_none', team(404)],
  ['GET /api/savings/replays/:id/runs/:run', 'rpl_none/rename-symbol.on', team(404)],
  ['GET /api/settings', '', team(200)],
  ['PATCH /api/settings', '', admins(204), { linkShares: true }],
  ['PATCH /api/settings', '', admins(204), { widening: true }],
  ['PATCH /api/settings', '', admins(204), { approvals: { read_file: 'ask' } }],
  ['PATCH /api/settings', '', admins(204), { namesPeople: false }],
  [
    'PATCH /api/settings',
    '',
    admins(204),
    { budgets: [{ scope: 'team', period: 'day', unit: 'tokens', of: null, amount: 1_000_000 }] },
  ],
  ['GET /api/audit', '', admins(200)],
  ['GET /api/workspaces', '', team(200)],
  ['POST /api/workspaces', '', admins(409), { url: 'https://git.example.com/team/tool' }],
  // Where people sign in, the settings say which folders may be named.
  ['POST /api/workspaces', '', admins(409), { folder: '/usr' }],
  ['DELETE /api/workspaces/:name', '$workspace', admins(204)],
  ['POST /api/conversations/:id/files', '$conversation', inside(409), { path: 'no/such/file' }],
  ['GET /api/conversations/:id/worktree', '$conversation', inside(404)],
  ['POST /api/conversations/:id/worktree/diff', '$conversation', inside(404)],
  ['POST /api/conversations/:id/worktree/merge', '$conversation', inside(404)],
  ['POST /api/conversations/:id/worktree/discard', '$conversation', inside(404)],
  ['GET /api/members', '', team(200)],
  ['PATCH /api/members/:id', '$target', admins(204), { role: 'admin' }],
  ['DELETE /api/members/:id', '$target', admins(204)],
  ['GET /api/members/:id/sessions', '$target', admins(200, 404)],
  ['DELETE /api/members/:id/sessions', '$target', admins(204, 404)],
  ['DELETE /api/members/:id/sessions/:sessionId', '$target/$session', admins(204, 404)],
  ['GET /api/invites', '', admins(200)],
  ['POST /api/invites', '', admins(201), {}],
  ['DELETE /api/invites/:id', '$invite', admins(204)],
  ['GET /api/health', '', everybody(200)],
  ...(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map(
    (method): Row => [`${method} /api/:path`, 'nothing', everybody(404)],
  ),
  ['GET /api/auth/sign-in', '', everybody(303)],
  ['GET /api/auth/callback', '', everybody(303)],
  ['POST /api/auth/join', '', everybody(410), { token: 'x', name: 'x' }],
  ['POST /api/auth/sign-out', '', team(204)],
];
