import { isVitrineError } from '@vitrine/lib/core/errors.ts';
import { limits } from '@vitrine/lib/core/limits.ts';
import { isNearlyFull } from '@vitrine/lib/core/vocabulary/storage-usage.ts';
import { listArtifacts } from '@vitrine/lib/operations/search/list-artifacts.ts';
import { readListedTools } from '@vitrine/lib/operations/search/listed-tools.ts';
import { isActive } from '@vitrine/lib/team/members.ts';
import { artifactsAddress, readArtifactChoice } from '#components/all-artifacts/artifact-choice.ts';
import { ArtifactsPage } from '#components/all-artifacts/artifacts-page.tsx';
import { AppShell } from '#components/layout/app-shell.tsx';
import { loadPage } from '../page-session.ts';

export const metadata = { title: 'Artifacts' };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Page({ searchParams }: Props) {
  const choice = readArtifactChoice(await searchParams);
  const { services, member, session, conversations } = await loadPage(artifactsAddress(choice));
  const first = await listArtifacts(services, member, {
    ...{ query: choice.q, conversationId: choice.conversation, type: choice.type, by: choice.by },
    ...{
      tool: choice.tool,
      isKept: choice.kept,
      isShared: choice.shared,
      isCounted: true,
      isLargestFirst: choice.sort === 'largest',
      limit: limits.artifactsPerPage,
    },
  }).catch((error: unknown) => {
    // A conversation that was deleted, or made private, has none that can be listed.
    if (isVitrineError(error) && error.code === 'not_found') {
      return { artifacts: [], next: null, total: 0, isCut: false, isIncomplete: false };
    }
    throw error;
  });
  const usage = await services.stores.artifacts.readUsage();
  const largest = {
    ...{ query: '', conversationId: null, isShared: false },
    isKept: true,
    isLargestFirst: true,
  };
  const [largestKept = null] = isNearlyFull(usage)
    ? (await listArtifacts(services, member, { ...largest, limit: 1 })).artifacts
    : [];
  const members = (await services.stores.members.list()).filter(isActive);
  return (
    <AppShell session={session} conversations={conversations} currentConversationId={null}>
      <ArtifactsPage
        choice={choice}
        first={first}
        usage={usage}
        largestKept={largestKept}
        conversations={conversations.map(({ id, title }) => ({ id, name: title }))}
        people={members.map(({ id, name }) => ({ id, name }))}
        tools={await readListedTools(services)}
        session={session}
      />
    </AppShell>
  );
}
