import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { scratchDir } from '#scripts/scratch.mjs'
import { startPostgres } from '#server/postgres/supervisor.ts'

/** Where the tests find their PostgreSQL: the one below, or the one that DATABASE_URL names. */
export type PostgresFacts = { url: string } | { socketDir: string; port: number; superuser: string }

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: PostgresFacts
  }
}

/** One PostgreSQL for the whole run. */
export default async function setup(project: TestProject) {
  const url = process.env.DATABASE_URL
  if (url) {
    project.provide('postgres', { url })
    return
  }
  const dataDir = await mkdtemp(join(scratchDir(), 'furrow-tests-'))
  const { socketDir, port, superuser, stop } = await startPostgres({
    dataDir,
    say: (sentence) => console.error(sentence),
  })
  project.provide('postgres', { socketDir, port, superuser })
  return async () => {
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
