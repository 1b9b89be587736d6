import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isPiece, pathOf, piecesIn, runBeginning, runList, runPattern } from './pieces.ts'
import type { Recorded } from './recorded.ts'
import { places, type Segment } from './segments.ts'

/** What making both agree came to, in pieces. */
export interface Reconciled {
  /** Whole on the disk and not in the index: noted. */
  adopted: number
  /** In the index and nowhere else: forgotten. */
  lost: number
  /** Files and objects that nobody knows of: removed. */
  strays: number
}
const numbersIn = (names: readonly string[]) =>
  names.filter((name) => /^\d+$/.test(name)).map(Number)
/** Errors: throws where a folder cannot be read that there is. */
const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })

/** Every camera that a place or the index has anything of. */
async function eachCamera(
  recorded: Recorded,
  list: (path: string) => Promise<string[]>,
  visit: (tenant: number, camera: number) => Promise<void>,
): Promise<void> {
  const found = new Map<string, [number, number]>()
  for (const tenant of numbersIn(await list('')))
    for (const camera of numbersIn(await list(`${tenant}/`)))
      found.set(`${tenant}/${camera}`, [tenant, camera])
  for (const { tenantId, cameraId } of await recorded.index.cameras())
    found.set(`${tenantId}/${cameraId}`, [tenantId, cameraId])
  for (const [tenant, camera] of found.values()) await visit(tenant, camera)
}

/**
 * Makes index and disk agree, after whatever ended the process: whole pieces that nobody noted are
 * noted, others go, and so do notes of pieces that are not there. Runs that are being written are
 * left to whoever writes them. A folder that comes back later is noted anew, from its lists.
 */
export async function reconcileDisk(recorded: Recorded): Promise<Reconciled> {
  const done = { adopted: 0, lost: 0, strays: 0 }
  const list = (path: string) => namesIn(join(recorded.root, path))
  await eachCamera(recorded, list, async (tenant, camera) => {
    const runs = new Set([
      ...(await list(`${tenant}/${camera}/`)).filter((name) => runPattern.test(name)),
      ...(await recorded.index.runsOf(tenant, camera, places.disk)),
    ])
    for (const run of runs) await reconcileRun(recorded, tenant, camera, run, done)
  })
  return done
}

async function reconcileRun(
  recorded: Recorded,
  tenant: number,
  camera: number,
  run: string,
  done: Reconciled,
): Promise<void> {
  const { index } = recorded
  const folder = join(recorded.root, String(tenant), String(camera), run)
  const names = await namesIn(folder)
  if (names.length > 0 && (await recorded.isYoung(folder))) return
  let known = await index.ofRun(tenant, camera, run)
  const isKnown = (file: string) =>
    known.some((one) => one.file === file && one.place === places.disk)
  if (names.some((name) => isPiece(name) && !known.some(({ file }) => file === name))) {
    const before = known.length
    await adopt(recorded, tenant, camera, run, known)
    known = await index.ofRun(tenant, camera, run)
    done.adopted += known.length - before
  }
  for (const name of names) {
    if (name === runBeginning || name === runList || isKnown(name)) continue
    await rm(join(folder, name), { force: true })
    done.strays++
  }
  const lost = known.filter(({ file, place }) => place === places.disk && !names.includes(file))
  await index.forget(lost)
  done.lost += lost.length
  await recorded.leaveFolder(folder)
}
/** Notes the pieces of a run that its list names as whole and the index does not know. */
async function adopt(
  recorded: Recorded,
  tenant: number,
  camera: number,
  run: string,
  known: readonly Segment[],
): Promise<void> {
  const wanted = await recorded.index.wantedOf(tenant, camera)
  if (!wanted) return
  const list = await readFile(recorded.fileOf(tenant, camera, run, runList), 'utf8').catch(() => '')
  const files = new Set(known.map(({ file }) => file))
  const found = []
  for (const piece of piecesIn(list)) {
    if (files.has(piece.file) || !isPiece(piece.file)) continue
    const size = await stat(recorded.fileOf(tenant, camera, run, piece.file)).catch(() => null)
    if (size) found.push({ ...piece, bytes: size.size })
  }
  if (found.length > 0) await recorded.index.note(wanted, run, found)
}

/**
 * Makes index and bucket agree: objects that nobody knows of go, and so do notes of objects that are
 * not there. Errors: throws while the bucket does not answer; what was done until then stays done.
 */
export async function reconcileBucket(recorded: Recorded): Promise<Reconciled> {
  const done = { adopted: 0, lost: 0, strays: 0 }
  const { bucket } = recorded.options
  if (!bucket) return done
  const list = async (path: string) => {
    const names: string[] = []
    for await (const page of bucket.list(path)) names.push(...page)
    return names.map((name) => name.replace(/\/$/, ''))
  }
  await eachCamera(recorded, list, async (tenant, camera) => {
    const runs = new Set([
      ...(await list(`${tenant}/${camera}/`)).filter((name) => runPattern.test(name)),
      ...(await recorded.index.runsOf(tenant, camera, places.bucket)),
    ])
    for (const run of runs) {
      // Looked at before and after: what comes or goes in between is neither lost nor a stray.
      const before = await recorded.index.ofRun(tenant, camera, run)
      const names = new Set(await list(pathOf(tenant, camera, run, '')))
      const after = new Set(
        (await recorded.index.ofRun(tenant, camera, run)).map(({ file }) => file),
      )
      const lost = before.filter(({ file, place }) => place === places.bucket && !names.has(file))
      await recorded.index.forget(lost)
      done.lost += lost.length
      for (const name of names) {
        if (name === runBeginning ? after.size > lost.length : after.has(name)) continue
        await bucket.remove(pathOf(tenant, camera, run, name))
        done.strays++
      }
    }
  })
  return done
}
