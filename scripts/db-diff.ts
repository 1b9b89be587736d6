import { mkdtemp, rm } from 'node:fs/promises'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { entities } from '#contract/domains.ts'
import { migrate } from '#server/db/migrate.ts'
import { startPostgres } from '#server/postgres/supervisor.ts'
import { columnDiff, readCatalogue } from './column-diff.ts'
import { nextMigration } from './table-sql.ts'

const help = `npm run db:diff                        prints the SQL that the contract's fields need and the migrations do not make
npm run db:diff -- --write fish_depth   writes it as the next migration, to be looked over before it is committed`

/**
 * Against a database of its own, made by the migrations alone: what yours holds besides does not
 * count.
 */
async function difference(): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'furrow-diff-'))
  const postgres = await startPostgres({ dataDir, say: (sentence) => console.error(sentence) })
  try {
    const url = postgres.url(postgres.superuser, 'postgres')
    await migrate(url)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return columnDiff(entities, await readCatalogue(client))
    } finally {
      await client.end()
    }
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function main({ write, help: isAsked }: { write?: string; help?: boolean }): Promise<number> {
  if (isAsked) return (console.log(help), 0)
  if (write !== undefined && !/^[a-z][a-z0-9_]*$/.test(write))
    return (
      console.error(`'${write}' cannot be a migration's name: small letters, digits and _`), 2
    )
  const lines = await difference()
  if (lines.length === 0) return (console.log('nothing to do'), 0)
  console.log(lines.join('\n'))
  if (write === undefined) return 1
  if (lines.every((line) => line.startsWith('--')))
    return (console.error('Nothing of this can be written by itself.'), 1)
  const path = nextMigration(write)
  writeFileSync(path, `${lines.join('\n')}\n`)
  console.error(`Written to ${path}: look it over.`)
  return 0
}

const { values } = parseArgs({ options: { write: { type: 'string' }, help: { type: 'boolean' } } })
process.exitCode = await main(values)
