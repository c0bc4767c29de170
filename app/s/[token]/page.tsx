import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { SharedArtifactPage } from '../../../components/artifacts/shared-artifact-page.tsx';
import { artifactMetadataSchema } from '../../../lib/core/artifact.ts';
import { openShare } from '../../../lib/http/read-share.ts';
import { getServices } from '../../../lib/services.ts';
import { readPageMember } from '../../page-session.ts';

interface Props {
  params: Promise<{ token: string }>;
}

/** Nothing of what is shared stands in the title: previews of links are made by machines. */
export const metadata = { title: 'Shared artifact', robots: { index: false } };

export default async function Page({ params }: Props) {
  const { token } = await params;
  const member = await readPageMember();
  const found = await openShare(getServices(), { headers: await headers() }, member, token);
  if (!found) notFound();
  const metadata = artifactMetadataSchema.parse({ ...found.told, runId: '', conversationId: '' });
  // What it was copied from is the conversation's own.
  const share = { ...found.share, artifactId: '' };
  return <SharedArtifactPage token={token} share={share} metadata={metadata} />;
}
