import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whose recordings lie in a folder. */
const mark = '.installation'

/**
 * Takes a folder of recordings for an installation, or finds that it has it: all of its processes may
 * share one. Errors: a sentence where it is another installation's, whose recordings would be taken
 * for strays and removed.
 */
export function takeFolder(folder: string, installation: string): void {
  let owner = installation
  try {
    mkdirSync(folder, { recursive: true })
    const file = join(folder, mark)
    try {
      writeFileSync(file, installation, { flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      owner = readFileSync(file, 'utf8').trim()
    }
  } catch {
    // A folder that cannot be written records nothing, and whoever records says so.
    return
  }
  if (owner !== '' && owner !== installation)
    throw new Error(
      `The folder of recordings ${folder} belongs to another installation (another FURROW_SECRET), whose recordings would be removed: set FURROW_RECORDINGS_DIR to a folder of its own. If the secret was changed and the recordings are this one's, delete ${join(folder, mark)} first.`,
    )
}
