import type { Language } from '#contract/account/self.ts'
import { actorNow, type Actor } from './actor.ts'
import { behalfOf, type OnBehalf, type Platform } from './context.ts'

interface Acting {
  tenant: number
  account: number
  language: Language
  /** What acts, as its writes are noted. */
  requestId: string
}
/**
 * The context of what is done in somebody's name while they are away, with the rights and the bases
 * that they have at this moment; null: they are no longer there.
 */
export async function actingFor(
  platform: Platform,
  { tenant, account, language, requestId }: Acting,
): Promise<OnBehalf | null> {
  const asked: Actor = {
    accountId: account,
    loginName: '',
    realName: '',
    sessionId: 0,
    isOperator: false,
    tenantId: tenant,
    impersonator: null,
    impersonatorId: null,
    viewedRole: null,
    permissionVersion: 0,
    subModules: [],
    scope: null,
  }
  const actor = await actorNow(platform.db, asked)
  if (!actor) return null
  const { codes, scope, isMember } = await platform.rights.of(actor)
  if (!isMember) return null
  actor.scope = scope
  const caller = { requestId, address: '' }
  const nothingMore = async () => undefined
  return { ...behalfOf(platform, caller, language, tenant, actor, nothingMore), actor, codes }
}
