import { ownPath } from '@vitrine/lib/http/sign-in.ts';
import { getServices } from '@vitrine/lib/services.ts';
import { redirect } from 'next/navigation';
import { SignInPage } from '#components/team/sign-in-page.tsx';
import { readPageMember } from '../page-session.ts';

export const metadata = { title: 'Sign in', robots: { index: false } };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Page({ searchParams }: Props) {
  const { next: asked, fault } = await searchParams;
  const next = ownPath(typeof asked === 'string' ? asked : null);
  // Local mode always has a signed-in member.
  if ((await readPageMember()) !== null) redirect(next);
  return (
    <SignInPage
      next={next}
      fault={typeof fault === 'string' ? fault : null}
      hasProvider={getServices().identityProvider !== null}
    />
  );
}
