import { NotFoundCard } from './not-found-card.tsx';

/** The page of a share that is no longer, or never was. */
export function ShareNotFound() {
  return (
    <main className="alone">
      <h1 className="vh">Nothing to show here</h1>
      <NotFoundCard />
    </main>
  );
}
