import type { FastifyInstance } from 'fastify'
import { partner } from '#contract/inventory/partner.ts'
import { unit } from '#contract/inventory/unit.ts'
import { warehouse } from '#contract/inventory/warehouse.ts'
import { crud } from '#server/http/crud.ts'

export function inventory(app: FastifyInstance): void {
  for (const entity of [unit, partner, warehouse]) crud(app, entity)
}
