import { PageNotFound } from '../components/layout/page-not-found.tsx';

/** One answer for what is not there, has ended, or is somebody else's. */
export default function NotFound() {
  return <PageNotFound />;
}
