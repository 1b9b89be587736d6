import { useGetIdentity } from '@refinedev/core'
import type { SelfUser } from '#contract/account/self.ts'

/** Days begin in the tenant's zone, not in the browser's (contract: time). */
const defaultZone = 'Asia/Shanghai'

export const useIdentity = (): SelfUser | undefined => useGetIdentity<SelfUser>().data
export const useTimeZone = () => useIdentity()?.timeZone ?? defaultZone
