import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig, type Config } from '#server/config.ts'
import { diskStore, s3Store } from '#server/modules/file/engine/store.ts'
import { lockDataFolder } from '#server/postgres/folder-lock.ts'
import { answers, readPidFile } from '#server/postgres/pid-file.ts'
import { startPostgres, superuser } from '#server/postgres/supervisor.ts'

/** The settings of the console that this tool works on; HOST is not ours to judge. */
export const settings = (): Config => readConfig({ ...process.env, HOST: undefined })

/**
 * The database of these settings, as its owner: beside a running console or on its own. `isAlone`:
 * nobody else may have it.
 */
export async function whileReached<Result>(
  config: Config,
  work: (ownerUrl: string) => Promise<Result>,
  { isAlone = false, makes = false } = {},
): Promise<Result> {
  if (config.databaseUrl) return work(config.databaseUrl)
  const { dataDir } = config
  if (!makes && !existsSync(join(dataDir, 'postgres/PG_VERSION')))
    throw new Error(`There is no data in ${dataDir}; DATA_DIR names the folder.`)
  const found = isAlone ? undefined : await readPidFile(join(dataDir, 'postgres'))
  if (found && (await answers(join(dataDir, 'postgres'), found))) {
    return work(
      `postgres://${superuser}@localhost:${found.port}/postgres?host=${encodeURIComponent(found.socketDir)}`,
    )
  }
  const lock = await lockDataFolder(dataDir)
  try {
    const postgres = await startPostgres({ dataDir, say: (sentence) => console.error(sentence) })
    try {
      return await work(postgres.url(postgres.superuser, 'postgres'))
    } finally {
      await postgres.stop()
    }
  } finally {
    lock.release()
  }
}

export function storeOf(config: Config) {
  const folder = join(config.dataDir, 'files')
  if (!config.s3) mkdirSync(folder, { recursive: true, mode: 0o700 })
  return config.s3 ? s3Store(config.s3, config.secret) : diskStore(folder)
}
/** The value behind a word such as --tenant. */
export const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? undefined : process.argv[at + 1]
}
export async function asProgram(work: () => Promise<void>): Promise<void> {
  process.umask(0o077)
  await work().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  })
}
