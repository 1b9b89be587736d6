import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import { rows } from '#server/db/database.ts'
import { runName } from '#server/modules/camera/engine/pieces.ts'
import type { Recorded } from '#server/modules/camera/engine/recorded.ts'
import type { TestApp } from './harness.ts'

interface LaidPiece {
  file: string
  bytes: Buffer
}
/** A run of pieces as the recorder leaves them on the disk, in the index unless it was killed before. */
export async function layRun(
  recorded: Recorded,
  [tenant, camera]: readonly [number, number],
  { count = 3, size = 20_000, begin = Date.now() - 60_000, isNoted = true } = {},
): Promise<{ run: string; pieces: LaidPiece[] }> {
  const run = runName(new Date(begin))
  const pieces = Array.from({ length: count }, (_, i) => ({
    file: `${i}.m4s`,
    bytes: randomBytes(size),
  }))
  const place = (file: string) => recorded.fileOf(tenant, camera, run, file)
  await mkdir(dirname(place('x')), { recursive: true })
  await writeFile(place('init.mp4'), 'beginning')
  const at = (i: number) => new Date(begin + i * 6000)
  await writeFile(
    place('run.m3u8'),
    pieces
      .map(
        ({ file }, i) =>
          `#EXTINF:6.000000,\n#EXT-X-PROGRAM-DATE-TIME:${at(i).toISOString()}\n${file}\n`,
      )
      .join(''),
  )
  for (const { file, bytes } of pieces) await writeFile(place(file), bytes)
  if (isNoted)
    await recorded.index.note(
      { tenantId: tenant, cameraId: camera, recordMode: 1, recordBefore: null },
      run,
      pieces.map(({ file, bytes }, i) => ({
        file,
        bytes: bytes.length,
        startsOn: at(i),
        endsOn: at(i + 1),
      })),
    )
  return { run, pieces }
}
/** What the index says of a camera: `run/file`, and where it lies. */
export const indexOf = (app: TestApp, [tenant, camera]: readonly [number, number]) =>
  app.db.read(tenant, (tx) =>
    rows<{ name: string; place: number }>(
      tx,
      sql`select run || '/' || file as name, place from camera_segment where camera_id = ${camera} order by starts_on`,
    ),
  )
