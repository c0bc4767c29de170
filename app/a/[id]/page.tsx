import { isVitrineError } from '@vitrine/lib/core/errors.ts';
import { requireArtifact } from '@vitrine/lib/operations/access.ts';
import { getServices } from '@vitrine/lib/services.ts';
import { notFound, redirect } from 'next/navigation';
import { requirePageMember } from '#app/page-session.ts';

interface Props {
  params: Promise<{ id: string }>;
}

/** The short address of an artifact, which other agents give out: leads to it in its conversation. */
export default async function Page({ params }: Props) {
  const { id } = await params;
  const member = await requirePageMember(`/a/${id}`);
  const found = await requireArtifact(getServices(), member, id).catch((error: unknown) => {
    // Not sent yet is not shown yet.
    if (isVitrineError(error) && /^(not_found|not_possible)$/.test(error.code)) return null;
    throw error;
  });
  if (found === null) notFound();
  redirect(`/c/${found.conversation.id}#${id}`);
}
