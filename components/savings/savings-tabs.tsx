import { PageLink } from '../ui/page-link.tsx';

const tabs = [
  { name: 'overview', label: 'Overview', path: '/savings' },
  { name: 'calls', label: 'Calls', path: '/savings/calls' },
  { name: 'recalls', label: 'Recalls', path: '/savings/recalls' },
  { name: 'budgets', label: 'Budgets', path: '/savings/budgets' },
  { name: 'proof', label: 'Proof', path: '/savings/proof' },
] as const;

export type SavingsTab = (typeof tabs)[number]['name'];

/** The pages of the ledger. */
export const SavingsTabs = ({ current }: { current: SavingsTab }) => (
  <nav className="savings-tabs" aria-label="Savings">
    {tabs.map(({ name, label, path }) => (
      <PageLink key={name} href={path} {...(name === current ? { 'aria-current': 'page' as const } : {})}>
        {label}
      </PageLink>
    ))}
  </nav>
);
