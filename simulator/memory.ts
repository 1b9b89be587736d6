import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

/** What outlives the process, as a device's flash does: by what it signs in with. */
export interface Memory {
  read<T>(key: string): Record<string, T>
  write(key: string, kept: Record<string, unknown>): void
}

export function memoryIn(file: string): Memory {
  const all: Record<string, Record<string, unknown>> = file && existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as typeof all)
    : {}
  return {
    read: <T>(key: string) => ({ ...all[key] }) as Record<string, T>,
    write: (key, kept) => {
      all[key] = kept
      if (!file) return
      writeFileSync(`${file}.new`, JSON.stringify(all))
      renameSync(`${file}.new`, file)
    },
  }
}
