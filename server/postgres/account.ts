import { chown, lstat, readdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** The system account that PostgreSQL runs under; undefined means our own. */
export type Account = { uid: number; gid: number } | undefined

/** PostgreSQL refuses to run as root, so root hands it to the account that owns nothing. */
export function postgresAccount(): Account {
  return process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined
}

/** Whether the account may pass through every folder above the path. */
export async function canReach(path: string, account: Account): Promise<boolean> {
  if (!account) return true
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder)
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if (!(mode & bit)) return false
    if (folder === dirname(folder)) return true
  }
}

/**
 * Hands a folder and what is in it to the account; only looks at the top when that is already
 * right.
 */
export async function giveTo(account: Account, folder: string): Promise<void> {
  if (!account || (await lstat(folder)).uid === account.uid) return
  // The top comes last: an interrupted run is then seen and repeated.
  await giveBelow(account, folder)
  await chown(folder, account.uid, account.gid)
}

async function giveBelow(account: { uid: number; gid: number }, folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isSymbolicLink()) continue
    if (entry.isDirectory()) await giveBelow(account, path)
    await chown(path, account.uid, account.gid)
  }
}
