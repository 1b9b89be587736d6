import type { FastifyInstance } from 'fastify'
import { article, articleCategory } from '#contract/content/article.ts'
import { banner } from '#contract/content/banner.ts'
import { crud } from '#server/http/crud.ts'

export function content(app: FastifyInstance): void {
  for (const entity of [articleCategory, article, banner]) crud(app, entity)
}
