import type { FastifyInstance } from 'fastify'
import type { Platform } from './context.ts'
import type { Rules } from './crud.ts'
import type { Served } from './serve.ts'

/** What calls are served with. */
export interface Serving {
  http: FastifyInstance
  platform: Platform
  /** Every call that is served. */
  served: Served[]
  /** Every entity that is served, by its name, with its rules. */
  rules: Map<string, Rules>
}
