import type { Who } from './rights-stage.ts';

/** A request to a route of the table, and what differs from what the row says. `$name` is a subject of the stage. */
export interface Example {
  /** Values of the path's parameters in their order, then the query: `$conversation/msg_2?format=json`. */
  path?: string;
  headers?: Readonly<Record<string, string>>;
  body?: object;
  /** What everybody gets who has the right; default: the first status of the row. */
  status?: number;
  /** Who gets another status than right and scope of the row say. */
  except?: Partial<Record<Who, number>>;
}

const onlyAuthor = { member: 403, admin: 403 };
const onlyAdmins = { outsider: 403, member: 403, author: 403 };
const onlySharer = { outsider: 403, member: 403 };
/** Nobody learns about a share for the team without signing in. */
const teamShare = { nobody: 404, removed: 404, visitor: 404 };

const conversation = { path: '$conversation' };
const artifact = { path: '$artifact' };
/** Not sent yet: for its uploader alone. */
const onlyUploader = { member: 404, admin: 404 };
const upload = { path: '$upload', except: onlyUploader };
const unsent = { ...upload, status: 409 };
/** The replay is not there. */
const noReplay = 404;
/** The conversation works in the workspace itself. */
const noWorktree = { path: '$conversation', status: 404 };

const settings = (body: object): Example => ({ body });

const shareReads = (query = ''): Example[] => [
  { path: `$link${query}` },
  { path: `$teamLink${query}`, except: teamShare },
];

/** At least one request for each row of the route table. */
export const examples: Readonly<Record<string, readonly Example[]>> = {
  'GET /api/conversations': [{}],
  'GET /api/webhook': [{}],
  // An address that is refused: nothing is ever sent from here.
  'PUT /api/webhook': [
    { body: { url: 'https://127.0.0.1/hook', kinds: ['mention'], withText: false }, status: 400 },
  ],
  'DELETE /api/webhook': [{ status: 404 }],
  'POST /api/webhook/test': [{ status: 404 }],
  'GET /api/prompts': [{}],
  // One of a name is of whoever saved it first, so nobody does.
  'PUT /api/prompts/:name': [{ path: 'review', body: { text: '' }, status: 400 }],
  'DELETE /api/prompts/:name': [{ path: 'none', status: 404 }],
  'GET /api/search/nothing-found': [{ path: '?q=xylophone' }, { path: '?q=xylophone&kind=artifact' }],
  'GET /api/search': [{ path: '?q=x' }, { path: '?kind=artifact&by=agent' }],
  'POST /api/conversations': [{ body: {} }],
  'GET /api/conversations/:id': [conversation],
  'PATCH /api/conversations/:id': [
    { path: '$conversation', body: { title: 'x' } },
    { path: '$conversation', body: { isArchived: true } },
    { path: '$conversation', body: { audience: [] }, except: { member: 403 } },
  ],
  'DELETE /api/conversations/:id': [conversation],
  'POST /api/conversations/:id/keep': [{ path: '$conversation', body: { ttlSeconds: null } }],
  'PUT /api/conversations/:id/pin': [conversation],
  'DELETE /api/conversations/:id/pin': [conversation],
  'PUT /api/conversations/:id/read': [{ path: '$conversation', body: { cursor: '1' } }],
  'POST /api/conversations/:id/renew': [{ path: '$conversation', body: { artifactIds: ['art_x'] } }],
  'PUT /api/conversations/:id/presence': [{ path: '$conversation', body: { state: 'here' } }],
  'GET /api/conversations/:id/usage': [conversation],
  'GET /api/conversations/:id/instructions': [conversation],
  'PATCH /api/conversations/:id/instructions': [{ path: '$conversation', body: { own: 'Be brief.' } }],
  'POST /api/conversations/:id/compactions': [{ path: '$conversation', status: 409 }],
  'GET /api/conversations/:id/budgets': [conversation],
  'GET /api/conversations/:id/export': [
    { path: '$conversation?format=json' },
    { path: '$conversation?format=markdown' },
  ],

  'POST /api/attachments': [{ path: '?name=a.txt', body: {} }, {}],
  // The link is good once: another test uses one.
  'PUT /api/uploads/:id': [{ path: 'upl_none', status: 404 }],
  'POST /api/conversations/:id/attachments': [{ path: '$conversation', body: { path: 'notes.txt' } }],
  'POST /api/workspaces/:name/attachments': [{ path: 'project', body: { path: 'notes.txt' } }],
  'GET /api/conversations/:id/files': [{ path: '$conversation?q=note' }],
  'GET /api/workspaces/:name/files': [{ path: 'project?q=note' }],
  'POST /api/conversations/:id/messages': [
    { path: '$conversation', body: { text: 'help' } },
    { path: '$conversation', body: { text: 'hello', to: 'team', after: 'msg_1', quotes: 'msg_a' } },
    { path: '$conversation', body: { text: 'better', replaces: 'msg_1' }, except: onlyAuthor },
  ],
  'POST /api/conversations/:id/messages/:messageId/regenerate': [
    { path: '$conversation/msg_a' },
    { path: '$conversation/msg_none', status: 404 },
  ],
  'POST /api/conversations/:id/messages/:messageId/reactions': [
    { path: '$conversation/msg_a', body: { reaction: 'done', isOn: true } },
    { path: '$conversation/msg_none', body: { reaction: 'done', isOn: true }, status: 404 },
  ],
  'POST /api/conversations/:id/runs/:runId/continue': [{ path: '$conversation/run_none', status: 404 }],
  'POST /api/conversations/:id/branch': [
    { path: '$conversation', body: { messageId: 'msg_a' } },
    { path: '$conversation', body: { messageId: 'msg_none' }, status: 404 },
  ],
  // The answer is still being given.
  'POST /api/conversations/:id/fork': [
    { path: '$conversation', body: { messageId: 'msg_a' }, status: 409 },
    { path: '$conversation', body: { messageId: 'msg_none' }, status: 404 },
  ],
  'PATCH /api/conversations/:id/messages/:messageId': [
    { path: '$conversation/msg_2', body: { text: 'x' }, except: onlyAuthor },
  ],
  'DELETE /api/conversations/:id/messages/:messageId': [{ path: '$conversation/msg_2', except: onlyAuthor }],
  'POST /api/conversations/:id/abort': [conversation],
  'POST /api/conversations/:id/subagents/:subagentId/abort': [
    { path: '$conversation/agt_none', status: 404 },
  ],
  // Nothing was allowed for good.
  'DELETE /api/conversations/:id/permissions/:requestId': [{ path: '$conversation/req_2', status: 404 }],
  'POST /api/conversations/:id/permissions/:requestId': [
    {
      path: '$conversation/req_2',
      body: { decision: 'approved', always: 'team' },
      except: { member: 403, author: 403 },
    },
    { path: '$conversation/req_2', body: { decision: 'approved' } },
    {
      path: '$conversation/req_3',
      body: { decision: 'rejected' },
      except: { member: 403, author: 403 },
    },
  ],

  'GET /api/conversations/:id/events': [
    conversation,
    { path: '$conversation', headers: { Accept: 'application/json' } },
  ],
  // Without what the caller may not read; another test looks at what it carries.
  'GET /api/events': [{ path: '?conversation=$conversation' }],

  'POST /api/conversations/:id/terminals/:toolCallId/control': [
    { path: '$conversation/call-1', body: { kind: 'take' } },
  ],
  'POST /api/conversations/:id/terminals/:toolCallId/input': [
    { path: '$conversation/call-1', body: { data: 'x' } },
  ],
  'POST /api/conversations/:id/terminals/:toolCallId/resize': [
    { path: '$conversation/call-1', body: { columns: 80, rows: 24 } },
  ],

  'POST /api/conversations/:id/elicitations/:toolCallId': [
    { path: '$conversation/call-1', body: { id: 'x', action: 'cancel' }, status: 404 },
  ],
  'POST /api/conversations/:id/files': [{ path: '$conversation', body: { path: 'notes.txt' } }],
  // A reviewer's own diff would do; this is none.
  'POST /api/conversations/:id/reviews': [
    {
      path: '$conversation',
      body: { comments: [{ artifactId: 'art_x', lines: 'L1', text: 'x' }] },
      status: 404,
    },
  ],
  'GET /api/conversations/:id/worktree': [conversation],
  'POST /api/conversations/:id/worktree/diff': [noWorktree],
  'GET /api/conversations/:id/worktree/patch': [noWorktree],
  'GET /api/conversations/:id/worktree/push': [noWorktree],
  'POST /api/conversations/:id/worktree/push': [
    { ...noWorktree, body: { remote: 'x', branch: 'b', message: 'm', request: null } },
  ],
  'DELETE /api/conversations/:id/worktree/push': [{ path: '$conversation' }],
  'POST /api/conversations/:id/worktree/update': [
    { ...noWorktree, body: { remote: 'https://git.example.com/team/app.git' } },
  ],
  'POST /api/conversations/:id/worktree/merge': [noWorktree],
  'POST /api/conversations/:id/worktree/discard': [noWorktree],

  'GET /api/artifacts': [{ path: '?q=x&type=file&kept=1' }],
  'POST /api/artifacts': [
    { path: '?title=Log', body: {} },
    {
      path: '?title=Log&conversation=$conversation',
      body: {},
      except: { outsider: 404, adminOutside: 404 },
    },
  ],
  'GET /api/artifacts/:id': [
    artifact,
    { path: '$artifact?format=metadata' },
    { path: '$artifact?format=json' },
    { path: '$artifact?lines=1-1' },
    { path: '$artifact?format=json&lines=1-1&problems=1' },
    { path: '$artifact?line=1&from=0' },
    { path: '$artifact?line=1&character=0' },
    { path: '$artifact?view=problems' },
  ],
  'GET /api/outputs/:id': [artifact, upload],
  'GET /api/artifacts/:id/compare': [
    { path: '$artifact?with=$artifact' },
    { path: '$artifact?with=$upload', except: onlyUploader },
  ],
  'GET /api/artifacts/:id/context': [
    { path: '$artifact?line=1', status: 400 },
    { ...unsent, path: '$upload?line=1' },
  ],
  // It has none.
  'GET /api/artifacts/:id/app': [{ path: '$artifact', status: 404 }],
  'POST /api/artifacts/:id/app/calls': [{ path: '$artifact', body: { name: 'poll' }, status: 404 }],
  'POST /api/artifacts/:id/links': [{ path: '$artifact', body: { uri: 'file:///a' }, status: 404 }],
  'GET /api/artifacts/:id/files': [artifact],
  'GET /api/artifacts/:id/filter': [artifact],
  'GET /api/artifacts/:id/price': [artifact, upload],
  'GET /api/artifacts/:id/recall': [
    { path: '$artifact?lines=1-1' },
    { path: '$upload?query=canary', except: onlyUploader },
    { path: '$artifact', status: 400 },
  ],
  'GET /api/artifacts/:id/search': [{ path: '$artifact?q=x' }],
  'GET /api/artifacts/:id/views': [artifact, upload],
  'GET /api/artifacts/:id/sides': [artifact],
  'POST /api/artifacts/:id/keep': [
    { path: '$artifact', body: { ttlSeconds: 3_600 } },
    { ...unsent, body: { ttlSeconds: 3_600 } },
  ],
  'DELETE /api/artifacts/:id/keep': [artifact, unsent],
  'POST /api/artifacts/:id/undo': [{ path: '$artifact', status: 400 }, unsent],
  'POST /api/artifacts/:id/redo': [{ path: '$artifact', status: 400 }],
  'POST /api/artifacts/:id/rerun': [{ path: '$artifact', status: 409 }, unsent],

  'GET /api/artifacts/:id/secrets': [artifact],
  'POST /api/artifacts/:id/shares': [
    { path: '$artifact', body: { audience: 'team' } },
    { ...unsent, body: { audience: 'team' } },
  ],
  'GET /api/shares': [{}, { path: '?of=team', except: onlyAdmins }],
  'DELETE /api/shares/:id': [
    { path: '$linkId', except: onlySharer },
    { path: '$teamLinkId', except: onlySharer },
    { path: '$teamLink', except: onlySharer },
  ],
  'POST /api/shares/:id/views': shareReads(),
  'GET /api/shares/:id/artifact': [...shareReads(), ...shareReads('?format=metadata')],
  'GET /api/shares/:id/artifact/app': [{ path: '$link', status: 404 }],
  'GET /api/shares/:id/artifact/files': shareReads(),
  'GET /api/shares/:id/artifact/filter': shareReads(),
  'GET /api/shares/:id/artifact/search': shareReads('?q=x'),

  // Only with a signed link, on another origin.
  'GET /api/content/:id': [{ path: '$artifact', status: 404 }],
  'GET /api/content/:id/app': [{ path: '$artifact/app', status: 404 }],

  'GET /api/savings': [{ path: '?groupBy=conversation' }, { path: '?groupBy=member&format=csv' }],
  'GET /api/savings/overview': [{ path: '?by=conversation&from=2026-10-24&to=2026-11-22&compare=1' }],
  'GET /api/savings/calls': [
    { path: '?by=tool&key=read_file' },
    { path: '?by=day&key=$today&kind=step' },
    { path: '?by=tool&key=read_file&kind=step&format=csv' },
    { path: '?by=conversation&key=$conversation', except: { outsider: 404, adminOutside: 404 } },
  ],
  'GET /api/savings/recount': [{ path: '?from=2026-01-01&to=2026-01-20' }],
  'GET /api/savings/recalls': [{}],
  'GET /api/savings/recalls/asks': [{ path: '?kind=read_file%2Fsource' }],
  'POST /api/savings/widenings/:number/undo': [{ path: '$widening' }],
  'GET /api/savings/replays/:id/recount': [{ path: 'rpl_none', status: noReplay }],
  'GET /api/savings/replays/:id/runs': [{ path: 'rpl_none', status: noReplay }],
  'GET /api/savings/replays/:id/runs/:run': [{ path: 'rpl_none/rename-symbol.1.on', status: noReplay }],

  'POST /api/health/checks': [{ body: {} }],
  'GET /api/workspaces': [{}],
  'POST /api/workspaces': [
    { body: { url: 'https://git.example.com/team/tool' }, status: 409 },
    // With sign-in, the settings decide which folders may be added.
    { body: { folder: '/usr' }, status: 409 },
  ],
  'GET /api/workspaces/:name': [{ path: 'project' }],
  'PATCH /api/workspaces/:name': [{ path: 'project', body: { allowHosts: ['registry.example.org'] } }],
  'DELETE /api/workspaces/:name': [{ path: '$workspace' }],
  'GET /api/settings': [{}],
  'POST /api/tools/servers': [
    { body: { name: 'added', url: 'https://mcp.example/mcp', workspace: 'nowhere' }, status: 400 },
  ],
  'PUT /api/tools/agents/:name': [
    { path: 'scout', body: { description: 'x', instructions: 'y', model: 'nowhere' }, status: 400 },
  ],
  'DELETE /api/tools/agents/:name': [{ path: 'nowhere', status: 404 }],
  'DELETE /api/tools/servers/:name': [{ path: 'nowhere', status: 404 }],
  'POST /api/tools/servers/:name/sign-in': [{ path: 'nowhere', status: 404 }],
  'DELETE /api/tools/servers/:name/sign-in': [{ path: 'nowhere', status: 404 }],
  'GET /api/tools/signed-in': [{ path: '?state=x' }],
  'GET /api/auth/client': [{}],
  'POST /api/tools/changes': [{ body: { tool: 'mcp__x__y', hash: 'x' }, status: 409 }],
  'PATCH /api/settings': [
    settings({ linkShares: true }),
    settings({ widening: true }),
    settings({ approvals: { read_file: 'ask' } }),
    settings({ namesPeople: false }),
    settings({
      budgets: [{ scope: 'team', period: 'day', unit: 'tokens', of: null, amount: 1_000_000 }],
    }),
  ],

  'GET /api/members': [{}],
  'PATCH /api/members/:id': [{ path: '$target', body: { role: 'admin' } }],
  'DELETE /api/members/:id': [{ path: '$target' }],
  // They are a member.
  'DELETE /api/members/:id/data': [{ path: '$target', status: 409 }],
  'GET /api/members/:id/sessions': [{ path: '$target' }],
  'DELETE /api/members/:id/sessions': [{ path: '$target' }],
  'DELETE /api/members/:id/sessions/:sessionId': [{ path: '$target/$session' }],
  'GET /api/members/present': [{}],
  'GET /api/members/:id/picture': [{ path: 'mem_none', status: 404 }],
  'GET /api/profile': [{}],
  'GET /api/profile/export': [{}],
  // The name is that of nobody: whoever is called.
  'PATCH /api/profile': [{ body: { name: ' ' }, status: 400 }],
  'PATCH /api/profile/preferences': [{ body: { theme: 'dark' } }],
  'PUT /api/profile/picture': [{ body: {}, status: 400 }],
  'DELETE /api/profile/picture': [{}],
  'GET /api/profile/push-subscriptions': [{}],
  'POST /api/profile/push-subscriptions': [{ body: {}, status: 400 }],
  'DELETE /api/profile/push-subscriptions/:id': [{ path: 'push_none', status: 404 }],
  'POST /api/profile/push-subscriptions/test': [{}],
  'GET /api/tokens': [{}],
  'POST /api/tokens': [
    { body: { name: 'laptop', scopes: ['read', 'show'] } },
    { body: { name: 'deploy', scopes: ['admin'] }, except: onlyAdmins },
  ],
  // Somebody else's.
  'DELETE /api/tokens/:id': [{ path: '$token', status: 404 }],
  'GET /api/invites': [{}],
  'POST /api/invites': [{ body: {} }],
  'DELETE /api/invites/:id': [{ path: '$invite' }],
  'GET /api/auth/sign-in': [{}],
  'GET /api/auth/callback': [{}],
  // There is no provider.
  'GET /api/auth/resource': [{ status: 404 }],
  'POST /api/auth/sign-out': [{}],
  'POST /api/auth/join': [{ body: { token: 'x', name: 'x' }, status: 410 }],
  'GET /api/audit': [{}, { path: '?format=csv' }],
  'GET /api/health': [{}],
  'GET /api/health/live': [{}],
  'GET /api/health/ready': [{}],
  'GET /api/metrics': [{}],
};
