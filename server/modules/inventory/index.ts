import type { FastifyInstance } from 'fastify'
import { unit } from '#contract/inventory/unit.ts'
import { crud } from '#server/http/crud.ts'

export function inventory(app: FastifyInstance): void {
  crud(app, unit)
}
