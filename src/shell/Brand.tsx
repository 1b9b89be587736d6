/** The mark: a sprout over furrows. */
export const Brand = () => (
  <svg className="brand-mark" viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
    <rect width="32" height="32" rx="7" />
    <path d="M4 20c6-3 18-3 24 0M7 25c5-2.400 13-2.400 18 0M16 17V8M16 12c0-4 3-6 7-6 0 4-3 6-7 6M16 14c0-3-2.400-5-6-5 0 3 2.400 5 6 5" />
  </svg>
)
