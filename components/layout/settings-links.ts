import type { SessionInfo } from './session-info.ts';

/** A page with settings, or a part of one. */
export interface SettingsLink {
  title: string;
  path: string;
  /** `null`: the page from its start. */
  fragment: string | null;
  /** The first part of its page. */
  isFirst: boolean;
}

export interface SettingsGroup {
  title: string;
  links: readonly SettingsLink[];
}

const link = (title: string, path: string, fragment: string | null = null, isFirst = fragment === null) => ({
  ...{ title, path, fragment, isFirst },
});

/** What a member can set, or look up. */
export function settingsGroups({ isTeam, member }: Pick<SessionInfo, 'isTeam' | 'member'>): SettingsGroup[] {
  const isAdmin = member.role === 'admin';
  return [
    {
      title: 'You',
      links: [
        link('Profile', '/you', 'profile', true),
        link('Notifications', '/you', 'notifications'),
        link('Appearance', '/you', 'appearance'),
        link('API tokens', '/you', 'tokens'),
        ...(isTeam ? [link('Sessions', '/you', 'sessions')] : []),
        link('Your data', '/you', 'data'),
        link('Shares', '/shares'),
      ],
    },
    {
      title: 'Team',
      links: [
        link('General', '/team', 'lifetime', true),
        ...(isTeam ? [link('Members', '/members')] : []),
        link('Models', '/team', 'models'),
        link('Instructions', '/team', 'instructions'),
        link('Prompts', '/team', 'prompts'),
        link('Tools', '/tools'),
      ],
    },
    ...(isAdmin
      ? [
          {
            title: 'Admin',
            links: [
              link('Workspaces', '/workspaces'),
              link('Storage', '/team', 'storage'),
              link('Retention', '/team', 'retention'),
              ...(isTeam ? [link('Audit log', '/audit')] : []),
              link('Webhook', '/team', 'webhook'),
              link('Server', '/team', 'server'),
            ],
          },
        ]
      : []),
  ];
}
