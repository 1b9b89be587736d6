import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { backup } from '#server/postgres/backup.ts'
import { lockDataFolder } from '#server/postgres/folder-lock.ts'
import { answers, readPidFile } from '#server/postgres/pid-file.ts'
import { startPostgres, superuser } from '#server/postgres/supervisor.ts'
import { namedFile } from './named-file.ts'

// npm run backup -- FILE: beside a running console, or on its own.
const dataDir = resolve(process.env.DATA_DIR ?? '.furrow')
try {
  const file = namedFile('Say where to: npm run backup -- FILE')
  if (process.env.DATABASE_URL)
    throw new Error(
      'DATABASE_URL is set: back up that PostgreSQL with pg_dump or pg_basebackup, and the folder files/ with it.',
    )
  if (!existsSync(join(dataDir, 'postgres/PG_VERSION')))
    throw new Error(`There is no data in ${dataDir}; DATA_DIR names the folder.`)
  const { bytes, files } = await whileRunning((socketDir, port) =>
    backup({ socketDir, port, superuser, dataDir, file }),
  )
  console.log(`Backed up ${files} files of ${dataDir} to ${file} (${(bytes / 1e6).toFixed(1)} MB).`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

async function whileRunning<Result>(
  work: (socketDir: string, port: number) => Promise<Result>,
): Promise<Result> {
  const found = await readPidFile(join(dataDir, 'postgres'))
  if (found && (await answers(join(dataDir, 'postgres'), found)))
    return work(found.socketDir, found.port)
  const lock = await lockDataFolder(dataDir)
  const postgres = await startPostgres({ dataDir, say: (sentence) => console.error(sentence) })
  try {
    return await work(postgres.socketDir, postgres.port)
  } finally {
    await postgres.stop()
    lock.release()
  }
}
