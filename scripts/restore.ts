import { resolve } from 'node:path'
import { restore } from '#server/postgres/restore.ts'

// npm run restore -- FILE: into the empty folder that DATA_DIR names.
// npm runs in the project's folder, and the name was typed in another one.
const [, , name] = process.argv
const file = resolve(process.env.INIT_CWD ?? '.', name ?? '')
const dataDir = resolve(process.env.DATA_DIR ?? '.furrow')
try {
  if (!name || name.startsWith('-')) throw new Error('Say from where: npm run restore -- FILE')
  await restore({ file, dataDir })
  console.log(`Restored ${file} to ${dataDir}; npm start takes it from here.`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
