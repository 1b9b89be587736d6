import type { Call } from './call.ts'
import { alarmContact } from './alarm/alarm-contact.ts'
import { device } from './equipment/device.ts'
import { loraNetwork } from './connectivity/lora.ts'
import { role } from './system/role.ts'
import { user } from './system/user.ts'

const changing = ({ permissions }: { permissions: object }): string[] =>
  Object.entries(permissions as Record<string, string | readonly string[]>)
    .filter(([action]) => action !== 'list')
    .flatMap(([, codes]) => codes)

/** Codes of calls that change who may do what, or hand out what opens a door. */
export const lastingCodes: ReadonlySet<string> = new Set([
  ...changing(user),
  ...changing(role),
  device.permissions.credential,
  loraNetwork.permissions.connect,
  alarmContact.permissions.robot,
])

/**
 * Whether a call leaves what outlives an operator who acts for somebody; such calls are for oneself
 * alone.
 */
export function isLasting({
  endpoint,
  access,
  lasting,
}: Pick<Call, 'endpoint' | 'access' | 'lasting'>): boolean {
  if (lasting !== undefined) return lasting
  return (
    typeof access === 'object' &&
    !endpoint.startsWith('GET') &&
    [access.code].flat().some((code) => lastingCodes.has(code))
  )
}
