import type { FastifyInstance } from 'fastify'
import { pictures } from './pictures.ts'

export function content(app: FastifyInstance): void {
  pictures(app)
}
