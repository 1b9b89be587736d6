import { z } from 'zod/v4'
import { built } from '#src/lib/deferred-zod.ts'

/** A schema of the contract, ready to check with; only what belongs to a form may import this. */
export const schemaOf = <T>(schema: T): T => built(schema, z)
