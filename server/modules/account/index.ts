import type { ServerDomain } from '#server/services/domain.ts'
import { serveFavorites } from './favorites.ts'
import { serveIdentity } from './identity.ts'
import { serveInvitation } from './invitation.ts'
import { serveListViews } from './list-views.ts'
import { serveMenus } from './menus.ts'
import { serveNewDevices } from './new-device.ts'
import { serveRegistration } from './registration.ts'
import { serveScreens } from './screens.ts'
import { serveSecondFactor } from './second-factor.ts'
import { serveSelf } from './self.ts'
import { serveSignIn } from './sign-in.ts'
import { serveTenant } from './tenant.ts'

/** Sign-in, the caller's own account, tenants, menus and permissions. */
export const account: ServerDomain = {
  name: 'account',
  serve(app) {
    serveSignIn(app)
    serveRegistration(app)
    serveIdentity(app)
    serveInvitation(app)
    serveSelf(app)
    serveNewDevices(app)
    serveSecondFactor(app)
    serveMenus(app)
    serveTenant(app)
    serveListViews(app)
    serveFavorites(app)
    serveScreens(app)
  },
}
