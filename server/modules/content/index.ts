import type { FastifyInstance } from 'fastify'
import { article, articleCategory } from '#contract/content/article.ts'
import { banner } from '#contract/content/banner.ts'
import { publicityVideo } from '#contract/content/publicity-video.ts'
import { crud } from '#server/http/crud.ts'
import { pictures } from './pictures.ts'

export function content(app: FastifyInstance): void {
  pictures(app)
  for (const entity of [articleCategory, article, banner, publicityVideo]) crud(app, entity)
}
