import { createHash, randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Clarity } from '#contract/camera/viewing.ts'
import type { Context } from '#server/http/context.ts'
import { keepUpload } from '#server/modules/file/keep-upload.ts'
import type { Services } from '#server/services/services.ts'
import type { CameraEngine } from './engine/engine.ts'
import { frameOf } from './engine/frames.ts'
import type { CameraSetup } from './engine/source.ts'

/**
 * Keeps the picture that a camera shows now as a file and in its series; answers its address.
 * `timer`: by which it is taken; null: by hand. `clarity`: where
 * it has two pictures. Errors: `CameraFault`, and what uploads are refused
 * with.
 */
export async function keepPicture(
  { store }: Pick<Services, 'store'>,
  engine: CameraEngine,
  context: Pick<Context, 'tenant' | 'writer' | 'write'>,
  setup: CameraSetup,
  { timer, clarity }: { timer: number | null; clarity: Clarity },
): Promise<string> {
  const { hasHd } = engine.source(setup)
  const frame = await frameOf(engine.streams, engine.keyOf(setup, hasHd ? clarity : 'sd'))
  const path = join(tmpdir(), `${randomUUID()}.jpg`)
  try {
    await writeFile(path, frame)
    const fileUrl = await keepUpload(store, context, {
      path,
      name: `${setup.serial}-${setup.name}-${Date.now()}.jpg`,
      attachment: undefined,
      sha256: createHash('sha256').update(frame).digest('hex'),
    })
    // What the last write gives is what a call asked twice is answered with.
    const kept = await context.write(async ({ tx }) => {
      await sql`insert into camera_capture (camera_id, timer_id, file_url, created_by)
        values (${setup.id}, ${timer}, ${fileUrl}, ${context.writer.accountId})`.execute(tx)
      return { fileUrl }
    })
    return kept.fileUrl
  } finally {
    await rm(path, { force: true })
  }
}
