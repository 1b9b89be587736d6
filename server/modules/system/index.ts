import type { ServerDomain } from '#server/services/domain.ts'
import { serveOrganization } from './organization.ts'
import { serveRole } from './role.ts'
import { serveUser } from './user.ts'

export const system: ServerDomain = {
  name: 'system',
  serve(app) {
    serveOrganization(app)
    serveUser(app)
    serveRole(app)
  },
}
