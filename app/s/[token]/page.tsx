import { notFound } from 'next/navigation';
import { SharedArtifactPage } from '../../../components/artifacts/shared-artifact-page.tsx';
import { artifactMetadataSchema } from '../../../lib/core/artifact.ts';
import { isVitrineError } from '../../../lib/core/errors.ts';
import { requireShare } from '../../../lib/http/create-share.ts';
import { getServices } from '../../../lib/services.ts';

interface Props {
  params: Promise<{ token: string }>;
}

/** Nothing of what is shared stands in the title: previews of links are made by machines. */
export const metadata = { title: 'Shared artifact', robots: { index: false } };

export default async function Page({ params }: Props) {
  const { token } = await params;
  const services = getServices();
  const found = await requireShare(services, token).catch((error) => {
    if (isVitrineError(error) && error.code === 'not_found') return null;
    throw error;
  });
  if (!found) notFound();
  await services.stores.shares.recordView(found.share.id, new Date(services.nowMs()).toISOString());
  const metadata = artifactMetadataSchema.parse({ ...found.told, runId: '', conversationId: '' });
  return <SharedArtifactPage token={token} share={found.share} metadata={metadata} />;
}
