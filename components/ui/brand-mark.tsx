export function BrandMark() {
  return (
    <svg viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <rect x="2.75" y="2.75" width="14.5" height="14.5" rx="3" />
      <path d="M7.5 3v14" />
    </svg>
  );
}
