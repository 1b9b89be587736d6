import { storedKeys } from '#src/lib/stored-keys.ts'

/** Whether the latest-message dialog may still open after this sign-in (spec 1 §4, §7). */
export const isNoticeDue = () => localStorage.getItem(storedKeys.noticeFlag) === 'true'
export const setNoticeDue = (isDue: boolean) =>
  localStorage.setItem(storedKeys.noticeFlag, String(isDue))
