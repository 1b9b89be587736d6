import { useInvalidateAuthStore } from '@refinedev/core'
import { loadSelf } from '#src/api/sign-in.ts'

/** Has everyone who shows the user look again. */
export function useRefreshIdentity(): () => Promise<void> {
  const invalidate = useInvalidateAuthStore()
  return async () => {
    await loadSelf()
    dispatchEvent(new Event('furrow:identity'))
    await invalidate()
  }
}
