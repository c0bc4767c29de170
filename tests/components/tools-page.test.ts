import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { auditDetail } from '#components/team/audit-detail.ts';
import { ToolsPage } from '#components/tools/tools-page.tsx';
import { type ChosenApprovals, resolveApprovals } from '#lib/core/vocabulary/tools/approval.ts';
import { type ToolName, toolNames } from '#lib/core/vocabulary/tools/tool-profiles.ts';

vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: vi.fn() }) }));
vi.mock('#components/layout/menu-button.tsx', () => ({ MenuButton: () => null }));

const page = (props: Partial<Parameters<typeof ToolsPage>[0]> = {}) =>
  renderToStaticMarkup(
    createElement(ToolsPage, {
      approvals: resolveApprovals({ read_file: 'ask_admins', execute_code: 'deny' }, {}),
      excludedTools: ['embed_media'],
      allowedCalls: [],
      agents: [],
      models: [],
      servers: [],
      workspaces: ['shop'],
      mcpCommands: [],
      toolFiles: [],
      siteUrl: 'http://vitrine.test',
      signInFailure: null,
      isTeam: true,
      isAdmin: true,
      ...props,
    }),
  );
const optionsOf = (markup: string, tool: string) => {
  const [, select = ''] =
    new RegExp(`<select aria-label="Policy of ${tool}">(.*?)</select>`).exec(markup) ?? [];
  return [...select.matchAll(/<option value="\w+"( selected="")?>([^<]*)/g)].map(
    ([, isSelected, label]) => `${isSelected ? '> ' : ''}${label}`,
  );
};

test('an admin can choose a policy for each tool that the config does not disable', () => {
  const markup = page();
  for (const tool of toolNames) expect(markup).toContain(`<code>${tool}</code>`);
  expect(markup.match(/<select/g)).toHaveLength(toolNames.length - 1);
  expect(optionsOf(markup, 'read_file')).toEqual([
    'Runs without asking',
    'Asks any member',
    '> Asks an admin',
    'Never runs',
  ]);
  expect(optionsOf(markup, 'embed_media')).toEqual([]);
  expect(markup).toContain('Disabled in the config file');
});

test('a member can read the policies but not change them', () => {
  const markup = page({ isAdmin: false });
  expect(markup).not.toContain('<select');
  for (const words of ['Asks an admin', 'Never runs', 'Runs without asking', 'Only admins can change this.'])
    expect(markup).toContain(words);
});

test('a person alone is asked for approval themselves, whatever the config says', () => {
  const markup = page({ isTeam: false });
  expect(optionsOf(markup, 'read_file')).toEqual(['Runs without asking', '> Asks me first', 'Never runs']);
  expect(markup).toContain('until you answer');
  expect(markup).not.toContain('ember');
});

test('the audit log words a policy as this page does, and leaves every other word unchanged', () => {
  const report = (detail: string) => auditDetail({ action: 'policy.changed', detail });
  expect(report('auto to ask_admins')).toBe('Runs without asking → Asks an admin');
  for (const detail of ['links without sign-in on', 'auto to x', 'toString to auto', ''])
    expect(report(detail)).toBe(detail);
  expect(auditDetail({ action: 'member.role_changed', detail: 'auto to deny' })).toBe('auto to deny');
});

describe('the note on tools that still run commands', () => {
  const noteOf = (approvals: ChosenApprovals, excludedTools: ToolName[] = []) => {
    const markup = page({ approvals: resolveApprovals(approvals, {}), excludedTools });
    return /<p[^>]*>(The agent can still[^\n]*?)<\/p>/.exec(markup)?.[1]?.replaceAll(/<[^>]+>/g, '') ?? null;
  };

  test('names them if others of these tools are denied', () => {
    expect(noteOf({ run_pty_cmd: 'deny' })).toBe(
      'The agent can still run commands with run_and_display and execute_code: denying run_pty_cmd does not change that. ' +
        'To stop all commands, set them to “Never runs” too.',
    );
    expect(noteOf({ run_pty_cmd: 'deny', execute_code: 'ask' }, ['run_and_display'])).toBe(
      'The agent can still run commands with execute_code: denying run_and_display and run_pty_cmd does not change that. ' +
        'To stop all commands, set it to “Never runs” too.',
    );
  });

  test('is absent if all or none of these tools are denied', () => {
    expect(noteOf({})).toBeNull();
    expect(noteOf({ read_file: 'deny', run_pty_cmd: 'ask' })).toBeNull();
    expect(noteOf({ run_and_display: 'deny', run_pty_cmd: 'deny', execute_code: 'deny' })).toBeNull();
  });
});

describe('MCP servers', () => {
  const servers: Parameters<typeof ToolsPage>[0]['servers'] = [
    {
      name: 'files',
      kind: 'stdio',
      status: 'running',
      message: null,
      lastLines: [],
      definitionTokens: 1_722,
      tools: [{ name: 'mcp__files__search_files', description: 'Searches.', policy: 'auto', isSplit: true }],
      pageTools: [],
      leftOut: ['enormous'],
      changes: [
        {
          tool: 'mcp__files__move_file',
          hash: 'x',
          seenAt: '2026-03-01T12:00:00.000Z',
          isNew: false,
          parts: [],
        },
      ],
      isSignedIn: false,
      added: null,
      isDeferred: true,
      confinement: 'sandbox with network',
      isSplit: true,
      isInGateway: false,
      calls: 288,
      withheldTokens: 370_790,
    },
    {
      name: 'metrics',
      kind: 'http',
      status: 'failed',
      message: 'It could not be reached: <b>refused</b>',
      lastLines: [],
      definitionTokens: 0,
      tools: [],
      pageTools: [],
      leftOut: [],
      changes: [],
      isSignedIn: false,
      added: null,
      isDeferred: false,
      confinement: 'remote',
      isSplit: false,
      isInGateway: false,
      calls: 0,
      withheldTokens: 0,
    },
  ];

  test('are shown with their tools, what these cost, and what is left out', () => {
    const markup = page({ servers });
    for (const words of [
      '1 tool, 1,722 tokens of definitions, found by search',
      'files search_files',
      'aria-label="Policy of files search_files"',
      'in the sandbox, network on',
      '370,790',
      'enormous',
      '1 tool blocked: changed by the server',
    ])
      expect(markup.replaceAll('<!-- -->', '')).toContain(words);
    expect(markup).toContain('refused&lt;/b&gt;');
  });

  test('are not spoken of where there are none, but to admins, who can add one', () => {
    expect(page({ isAdmin: false })).not.toContain('MCP');
    expect(page()).toContain('Add a server');
  });

  test('that were added on the page say by whom and for what, and only admins can remove them', () => {
    const by = { id: 'm1', name: 'Ada' };
    const added = {
      url: 'https://tickets.example/mcp',
      command: null,
      workspace: 'shop',
      by,
      addedAt: '2026-03-01T12:00:00.000Z',
    };
    const [, plain] = servers;
    const markup = page({ servers: plain ? [{ ...plain, name: 'desk', added }] : [] });
    expect(markup).toContain('tickets.example, in shop, added by Ada');
    const program = { ...added, url: null, command: 'npx -y @acme/tickets', workspace: null };
    const ofCommand = plain && { ...plain, confinement: 'sandbox' as const, added: program };
    expect(page({ servers: ofCommand ? [ofCommand] : [] })).toContain(
      'npx -y @acme/tickets, in the sandbox, no network, added by Ada',
    );
    expect(markup).toContain('aria-label="Remove desk"');
    expect(page({ isAdmin: false, servers: plain ? [{ ...plain, added }] : [] })).not.toContain('Remove');
  });
});
