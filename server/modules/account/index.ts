import type { FastifyInstance } from 'fastify'
import type { SmsSender } from '#server/engines/account/sms.ts'
import { serveIdentity } from './identity.ts'
import { serveInvitation } from './invitation.ts'
import { serveListViews } from './list-views.ts'
import { serveMenus } from './menus.ts'
import { serveRegistration } from './registration.ts'
import { serveScreens } from './screens.ts'
import { serveSecondFactor } from './second-factor.ts'
import { serveSelf } from './self.ts'
import { serveSignIn, type Account } from './sign-in.ts'
import { serveTenant } from './tenant.ts'

/** Sign-in, the caller's own account, tenants, menus and permissions. */
export function account(
  app: FastifyInstance,
  parts: Account,
  sender: SmsSender,
  screenOrigins: readonly string[],
): void {
  serveSignIn(app, parts)
  serveRegistration(app, parts, sender)
  serveIdentity(app, parts.oidc)
  serveInvitation(app, parts)
  serveSelf(app, parts)
  serveSecondFactor(app, parts)
  serveMenus(app)
  serveTenant(app)
  serveListViews(app)
  serveScreens(app, screenOrigins)
}
