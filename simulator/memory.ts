import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

type Kept = Readonly<Record<string, unknown>>
/** What outlives the process, as a gateway's flash does: by what it signs in with. */
export interface Memory { read(key: string): Kept; write(key: string, kept: Kept): void }

export function memoryIn(file: string): Memory {
  const all: Record<string, Kept> = file && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as typeof all) : {}
  return {
    read: (key) => ({ ...all[key] }),
    write: (key, kept) => {
      all[key] = kept
      if (!file) return
      writeFileSync(`${file}.new`, JSON.stringify(all))
      renameSync(`${file}.new`, file)
    },
  }
}
