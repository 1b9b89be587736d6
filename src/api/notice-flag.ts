import { storedKeys } from '#src/lib/stored-keys.ts'

/**
 * Whether the latest-message dialog may still open after this sign-in (docs/specification.md 4.8).
 */
export const isNoticeDue = () => localStorage.getItem(storedKeys.noticeFlag) === 'true'
export const setNoticeDue = (isDue: boolean) =>
  localStorage.setItem(storedKeys.noticeFlag, String(isDue))
