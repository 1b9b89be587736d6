import type { Serving } from './serving.ts'
import { entities } from '#contract/domains.ts'
import { crud } from './crud.ts'

/**
 * Serves each entity that no module has served with rules of its own: one that has none needs no
 * line on the server.
 */
export function serveEntities(app: Serving): void {
  for (const entity of entities) if (!app.rules.has(entity.name)) crud(app, entity)
}
