import type { FastifyInstance } from 'fastify'
import type { SmsSender } from '#server/engines/account/sms.ts'
import { serveOrganization } from './organization.ts'
import { serveRole } from './role.ts'
import { serveUser } from './user.ts'

export function system(app: FastifyInstance, sender: SmsSender | null): void {
  serveOrganization(app)
  serveUser(app, sender)
  serveRole(app)
}
