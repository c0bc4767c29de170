import { PageNotFound } from '../components/layout/page-not-found.tsx';

/** The same page for what does not exist, has ended, or belongs to somebody else. */
export default function NotFound() {
  return <PageNotFound />;
}
