import type { FastifyInstance } from 'fastify'
import type { PasswordSeal } from '#server/engines/account/password.ts'
import { serveOrganization } from './organization.ts'
import { serveRole } from './role.ts'
import { serveUser } from './user.ts'

export function system(app: FastifyInstance, seal: PasswordSeal): void {
  serveOrganization(app)
  serveUser(app, seal)
  serveRole(app)
}
