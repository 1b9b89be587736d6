import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { scratchDir } from '#scripts/scratch.mjs'
import { startPostgres, type Postgres } from '#server/postgres/supervisor.ts'

/** Where the tests find their PostgreSQL. */
export interface PostgresFacts {
  /** Whose the product's databases are, and who makes them. */
  owner: string
  /**
   * Who sees every row, for what a test itself reads or prepares; null: nobody told us, of the
   * server that DATABASE_URL names.
   */
  seesAll: string | null
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: PostgresFacts
  }
}

/**
 * Signs in and makes roles, as docs/operations.md asks; the rest because each test file has a
 * database of its own.
 */
const plainOwner = 'furrow_keeper'
const ownersPassword = 'keeps the field'

/**
 * One PostgreSQL for the whole run: the one below, or the one that DATABASE_URL names. Its owner is
 * no superuser, as there: what needs more than that fails here. With `TEST_OWNER=superuser` it is
 * the one that the embedded server starts with.
 */
export default async function setup(project: TestProject) {
  const given = process.env.DATABASE_URL
  if (given) {
    project.provide('postgres', {
      owner: given,
      seesAll: process.env.TEST_SUPERUSER_URL ?? null,
    })
    return
  }
  const dataDir = await mkdtemp(join(scratchDir(), 'furrow-tests-'))
  const postgres = await startPostgres({
    dataDir,
    say: (sentence) => console.error(sentence),
  })
  const seesAll = postgres.url(postgres.superuser, 'postgres')
  project.provide('postgres', {
    owner: process.env.TEST_OWNER === 'superuser' ? seesAll : await makePlainOwner(postgres),
    seesAll,
  })
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function makePlainOwner({ url, superuser }: Postgres): Promise<string> {
  const client = new pg.Client({ connectionString: url(superuser, 'postgres') })
  await client.connect()
  await client.query(
    `create role ${plainOwner} login createrole createdb nosuperuser nobypassrls password ${pg.escapeLiteral(ownersPassword)}`,
  )
  await client.query(`grant pg_signal_backend to ${plainOwner}`)
  await client.query(`create database furrow owner ${plainOwner}`)
  await client.end()
  const owner = new URL(url(plainOwner, 'furrow'))
  owner.password = ownersPassword
  return owner.href
}
