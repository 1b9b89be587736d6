import { z } from 'zod'
import { call } from '../call.ts'
import { digitalMap } from './map.ts'

/** Levels that a pack goes down to: a farm as a whole, and single trees. */
export const packZooms = { first: 10, least: 13, usual: 17, most: 20 } as const
/** What a phone takes along without asking twice; tiles of it are counted before any is read. */
export const mostPackBytes = 64 * 1024 * 1024
export const mostPackTiles = 20_000

// chosen: as the map itself, of a base that whoever asks sees
export const makeMapPack = call({
  endpoint: 'POST /wfpf/v1/{tenant}/map/packs',
  summary: 'A job that cuts what lies around one base out of the operator’s archives of tiles',
  rate: 'export',
  access: digitalMap.access,
  input: z.strictObject({
    areaId: z.int().positive(),
    /** Deepest level. */
    zoom: z.int().min(packZooms.least).max(packZooms.most),
  }),
  answer: z.object({ jobId: z.int() }),
})

/**
 * The first file of a pack, which is a tar: what the others are. They are named by the address that
 * the server answers them at, without its first slash.
 */
export interface PackIndex {
  areaId: number
  zoom: number
  /** By the start of their addresses: media type and, of tiles, whose they are. */
  sources: { path: string; type: string; name: string }[]
}
export const packIndexName = 'pack.json'
