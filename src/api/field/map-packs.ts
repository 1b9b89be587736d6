import { digitalMap, type DigitalMap } from '#contract/map/map.ts'
import { packIndexName, type PackIndex } from '#contract/map/pack.ts'
import { tarFiles } from '#src/lib/tar.ts'
import { call } from '../call.ts'
import { http } from '../client.ts'
import { ownVault } from './keep.ts'
import { groundCaches, type Vault } from './vault.ts'

/** The ground of a base as this browser has it. */
export interface KeptMap {
  areaId: number
  name: string
  /** When it was fetched. */
  at: number
  /** Deepest level of its pictures. */
  zoom: number
  bytes: number
  /** Whose pictures there are; none: our own drawing alone. */
  sources: string[]
}
/** What the map tells, as it was when it was taken along. */
export type MapThen = DigitalMap & { keptAt?: number }

const listName = 'map-packs'
const mapName = (areaId: number) => `map-pack/${areaId}`
const cacheOf = ({ owner }: Vault, areaId: number) => `${groundCaches(owner)}${areaId}`
const drawnGround = '/ground/demo.json'
/** Nothing can be kept over plain http, in a private window, or for somebody else. */
export class NotKept extends Error {}

async function opened(): Promise<Vault> {
  const vault = 'caches' in globalThis ? await ownVault() : null
  if (!vault) throw new NotKept()
  return vault
}
const listOf = async (vault: Vault) => (await vault.read<KeptMap[]>('kept', listName)) ?? []

/** What is kept of the person of this page; null: nothing can be. */
export async function keptMaps(): Promise<KeptMap[] | null> {
  try {
    return await listOf(await opened())
  } catch {
    return null
  }
}

/** The console's own files of the page that is open: its first visit may have come before the worker that keeps them. */
async function keepPage(): Promise<void> {
  if (!navigator.serviceWorker?.controller) return
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${location.origin}/assets/`))
  await Promise.allSettled([...new Set(files)].map((name) => fetch(name)))
}

interface Taken {
  /** Where the pack lies. */
  url: string
  nameOf: (areaId: number) => string
  onBytes: (bytes: number, all: number | null) => void
  signal: AbortSignal
}
/**
 * Takes a pack along: its pictures, our drawing, and what the map tells of the base by now.
 * Errors: rejects, with `NotKept` where nothing can be kept; a pack that was there before stays usable.
 */
export async function takeMap({ url, nameOf, onBytes, signal }: Taken): Promise<void> {
  const vault = await opened()
  const { data } = await http.get<Blob>(url, {
    responseType: 'blob',
    quiet: true,
    signal,
    onDownloadProgress: ({ loaded, total }) => onBytes(loaded, total ?? null),
  })
  let index: PackIndex | undefined
  let cache: Cache | undefined
  let bytes = 0
  const names = new Set<string>([drawnGround])
  const before = await listOf(vault)
  try {
    for await (const file of tarFiles(data.stream())) {
      signal.throwIfAborted()
      if (file.name === packIndexName) {
        index = JSON.parse(new TextDecoder().decode(file.bytes)) as PackIndex
        cache = await caches.open(cacheOf(vault, index.areaId))
        continue
      }
      const source = index?.sources.find(({ path }) => file.name.startsWith(path))
      if (!source || !cache) throw new Error(`a pack: ${file.name}`)
      const headers = { 'content-type': source.type }
      await cache.put(`/${file.name}`, new Response(file.bytes, { headers }))
      names.add(`/${file.name}`)
      bytes += file.bytes.length
    }
    if (!index || !cache) throw new Error('a pack: empty')
    const drawn = await fetch(drawnGround, { signal })
    if (drawn.ok) {
      bytes += (await drawn.clone().arrayBuffer()).byteLength
      await cache.put(drawnGround, drawn)
    }
    const { areaId, zoom, sources } = index
    const map = await call(digitalMap, { base: areaId }, { quiet: true, signal })
    const kept: KeptMap = {
      areaId,
      name: nameOf(areaId),
      at: Date.now(),
      zoom,
      bytes,
      sources: sources.map(({ name }) => name),
    }
    await vault.write([
      // Alarms of then would be wrong now.
      { table: 'kept', id: mapName(areaId), value: { ...map, alarms: null } },
      {
        table: 'kept',
        id: listName,
        value: [...before.filter((one) => one.areaId !== areaId), kept],
      },
    ])
    // Tiles of an earlier and larger pack.
    for (const request of await cache.keys())
      if (!names.has(new URL(request.url).pathname)) await cache.delete(request)
  } catch (error) {
    // What was not finished and never was there is no pack.
    if (index && !before.some(({ areaId }) => areaId === index!.areaId))
      await caches.delete(cacheOf(vault, index.areaId))
    throw error
  }
  await keepPage()
  // Asked for once there is something to keep; a browser that says no may clear it when it is short.
  await navigator.storage?.persist?.().catch(() => false)
}

export async function dropMap(areaId: number): Promise<void> {
  const vault = await opened()
  await caches.delete(cacheOf(vault, areaId))
  const left = (await listOf(vault)).filter((one) => one.areaId !== areaId)
  await vault.write(
    [{ table: 'kept', id: listName, value: left }],
    [{ table: 'kept', id: mapName(areaId) }],
  )
}

/** What was taken along of a base, or of all that were; null: nothing. */
export async function keptMap(base: number | null): Promise<MapThen | null> {
  const vault = 'caches' in globalThis ? await ownVault().catch(() => null) : null
  if (!vault) return null
  const list = (await listOf(vault)).filter(({ areaId }) => base === null || areaId === base)
  const maps = await Promise.all(
    list.map(({ areaId }) => vault.read<DigitalMap>('kept', mapName(areaId))),
  )
  const found = maps.filter((one) => one !== undefined)
  const [first] = found
  if (!first) return null
  return {
    ...first,
    bases: found.flatMap(({ bases }) => bases),
    plots: found.flatMap(({ plots }) => plots),
    landmarks: found.flatMap(({ landmarks }) => landmarks),
    devices: found.flatMap(({ devices }) => devices),
    unplaced: found.flatMap(({ unplaced }) => unplaced),
    unplacedCount: found.reduce((sum, { unplacedCount }) => sum + unplacedCount, 0),
    keptAt: Math.min(...list.map(({ at }) => at)),
  }
}
