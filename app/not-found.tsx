import { ShareNotFound } from '../components/artifacts/share-not-found.tsx';

/** One answer for what is not there, has ended, or is somebody else's. */
export default function NotFound() {
  return <ShareNotFound />;
}
