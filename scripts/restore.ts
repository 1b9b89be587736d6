import { resolve } from 'node:path'
import { restore } from '#server/postgres/restore.ts'
import { namedFile } from './named-file.ts'

// npm run restore -- FILE: into the empty folder that DATA_DIR names.
const dataDir = resolve(process.env.DATA_DIR ?? '.furrow')
try {
  const file = namedFile('Say from where: npm run restore -- FILE')
  await restore({ file, dataDir })
  console.log(`Restored ${file} to ${dataDir}; npm start takes it from here.`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
