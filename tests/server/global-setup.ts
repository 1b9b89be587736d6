import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import pg from 'pg'
import { startPostgres } from '#server/postgres/supervisor.ts'

/** Where the tests find their PostgreSQL: the one below, or the one that DATABASE_URL names. */
export type PostgresFacts = { url: string } | { socketDir: string; port: number; superuser: string }

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: PostgresFacts
  }
}

/** Nothing here outlives a power cut: a commit need not wait for the disk. */
async function hurry(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('alter role all set synchronous_commit = off')
  await client.end()
}

/** One PostgreSQL for the whole run. */
export default async function setup(project: TestProject) {
  const given = process.env.DATABASE_URL
  if (given) {
    project.provide('postgres', { url: given })
    return
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'furrow-tests-'))
  const { socketDir, port, superuser, url, stop } = await startPostgres({ dataDir, say: (sentence) => console.error(sentence) })
  await hurry(url(superuser, 'postgres'))
  project.provide('postgres', { socketDir, port, superuser })
  return async () => {
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
