import { send } from '../support/conversations.ts';
import { createFilledPaths } from '../support/filled-paths.ts';
import { routeNamed } from '../support/route-named.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { inviteTeam } from '../support/team-browsers.ts';
import type { Attacker } from './requests.ts';

const hidden = 'only Ada reads this';

/** Scopes of which a conversation that is Ada's alone is a part. */
const ofConversation: ReadonlySet<string> = new Set(['conversation', 'artifact', 'content']);

/** A team's server on Redis with a conversation of one member alone, and two who attack it: another member, and nobody at all. */
export async function openTeamUnderAttack(): Promise<{ stage: Stage; member: Attacker; stranger: Attacker }> {
  const environment = { VITRINE_SIGN_IN: 'invites', VITRINE_BASE_URL: 'http://127.0.0.1:9' };
  const files = { 'notes.txt': `${hidden}\n` };
  const stage = await openStage({ store: 'Redis', files, environment });
  const { Ada, Bob } = await inviteTeam(stage.server, ['Ada', 'Bob']);
  const filledPath = await createFilledPaths(Ada.server, []);
  const conversationPath = filledPath(routeNamed('PATCH /api/conversations/:id'));
  const renamed = await Ada.server.request(conversationPath, { method: 'PATCH', body: { title: hidden } });
  if (!renamed.ok) throw new Error(`no title: ${await renamed.text()}`);
  await send(Ada.server, conversationPath.split('/').at(-1) ?? '', hidden);
  const cookies = Bob.state.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const scopes = ['read', 'write', 'run'];
  const created = await Bob.server.request('/api/tokens', {
    method: 'POST',
    body: { name: 'attack', scopes },
  });
  if (!created.ok) throw new Error(`no token: ${await created.text()}`);
  return {
    stage,
    member: {
      // By a token, which outlives what requests do to sessions, and by a cookie for what no token opens.
      headers: { Authorization: `Bearer ${(await created.json()).token}`, Cookie: cookies },
      filledPath,
      mayBeAnswered: ({ scope }, isFilled) => !(isFilled && ofConversation.has(scope)),
      hidden,
    },
    stranger: { headers: {}, filledPath, mayBeAnswered: ({ scope }) => scope === 'everyone', hidden },
  };
}
