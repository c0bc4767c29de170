import { z } from 'zod';
import { parseCloneUrl } from './clone-url.ts';

/** What a server of repositories speaks besides git: how a request to merge is opened there. */
export const gitHostKinds = ['github', 'gitlab', 'gitea', 'git'] as const;
export type GitHostKind = (typeof gitHostKinds)[number];

/** Where the branches of a workspace are pushed: chosen by an admin, never read from the repository. */
export const gitRemoteSchema = z.object({
  url: z.string().refine((text) => (parseCloneUrl(text)?.names.length ?? 0) > 0, {
    error: 'this is not an address of a repository, such as https://git.example.com/team/app.git',
  }),
  kind: z.enum(gitHostKinds),
  /** The branch that requests are to be merged into. */
  target: z.string().regex(/^(?!-)[A-Za-z0-9._/-]{1,200}$/, 'this is not the name of a branch'),
});
export type GitRemote = z.infer<typeof gitRemoteSchema>;

const namePrefix = 'remote.';
export const remoteSettingName = (workspace: string) => `${namePrefix}${workspace}` as const;
type ChosenRemotes = Partial<Record<`${typeof namePrefix}${string}`, GitRemote | null>>;
/** Read from among other settings. */
export const chosenRemotesSchema = z
  .looseRecord(z.templateLiteral([namePrefix, z.string()]), gitRemoteSchema.nullable())
  .transform(
    (stored): ChosenRemotes =>
      Object.fromEntries(Object.entries(stored).filter(([name]) => name.startsWith(namePrefix))),
  );

export const remoteSettings = (workspace: string, remote: GitRemote | null): ChosenRemotes =>
  Object.fromEntries([[remoteSettingName(workspace), remote]]);

export function remoteOf(chosen: Readonly<Record<string, unknown>>, workspace: string): GitRemote | null {
  const name = remoteSettingName(workspace);
  const stored = Object.hasOwn(chosen, name) ? chosen[name] : null;
  return stored == null ? null : gitRemoteSchema.parse(stored);
}

/** A name that git takes for a branch, and no option. */
export const branchNameSchema = z
  .string()
  .max(200)
  .regex(
    /^(?![-/.])(?!.*(?:\.\.|\/\/|@\{|\.lock(?:\/|$)|\/\.))[A-Za-z0-9._/+-]+(?<![./])$/,
    'this is not the name of a branch',
  );

/** The branch of a conversation's changes. */
export const ownBranch = (conversationId: string): string => `vitrine/${conversationId.slice(-8)}`;

/** What a member signs in with to push; sent to that server alone. */
export const gitCredentialSchema = z.strictObject({
  /** Servers that know by the token who it is take any name. */
  user: z
    .string()
    .max(200)
    .regex(/^[^\s:]+$/, 'this is not a user name'),
  token: z
    .string()
    .min(1)
    .max(4_000)
    .regex(/^[!-~]+$/, 'this is not a token'),
});
export type GitCredential = z.infer<typeof gitCredentialSchema>;

/** The usual kind of a server, by its name. */
export function guessHostKind(url: string): GitHostKind {
  const host = URL.parse(url)?.hostname ?? '';
  if (host === 'github.com') return 'github';
  if (host === 'gitlab.com') return 'gitlab';
  return 'git';
}
