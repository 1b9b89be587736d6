import { sql } from 'kysely'
import { camera } from '#contract/camera/camera.ts'
import {
  addPreset,
  cameraPresets,
  deletePreset,
  modifyPreset,
  mostPresets,
  transferPreset,
  type CameraPreset,
} from '#contract/camera/preset.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { invalidFields, notFound, unprocessable } from '#server/db/http-error.ts'
import type { SignedIn } from '#server/http/context.ts'
import { demand } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import type { CameraEngine } from './engine/engine.ts'
import { CameraFault, type CameraSource } from './engine/source.ts'
import { refusalOf } from './refusal.ts'

const columns = sql`id, camera_id, index, name`
const told = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof CameraFault ? refusalOf(error) : error
  })
/** Errors: 404 also where its camera is not seen. */
async function presetOf(tx: Tx, id: number): Promise<CameraPreset> {
  const found = await row<CameraPreset>(
    tx,
    sql`select ${columns} from camera_preset where id = ${id}`,
  )
  if (!found) throw notFound()
  return found
}
/** How a camera's own positions are reached. Errors: refusals; `not_allowed` where it keeps none. */
async function keeperOf(engine: CameraEngine, tenant: number, cameraId: number) {
  const setup = await told(engine.setup(tenant, cameraId))
  const source = await told((async () => engine.source(setup))())
  if (!source.presets) throw refusalOf(new CameraFault('not_allowed'))
  return { setup, presets: source.presets }
}

/** Positions of cameras: kept where the camera looks, called by a name, turned to. */
export function presetCalls(app: Services, engine: CameraEngine): void {
  const listed = (tx: Tx, cameraId: number) =>
    rows<CameraPreset>(
      tx,
      sql`select ${columns} from camera_preset where camera_id = ${cameraId} order by index`,
    )
  /** Whoever turns it at the moment is left alone; false: it is somebody else. */
  const isFree = (tenant: number, cameraId: number, { actor }: SignedIn) =>
    told(engine.steering.stop(`${tenant}/${cameraId}`, actor.accountId))

  serve(app, cameraPresets, ({ cameraId }, { read }) =>
    read(async (tx) => {
      await demand(tx, camera, cameraId, 'show')
      return listed(tx, cameraId)
    }),
  )
  serve(app, addPreset, async ({ cameraId, name }, context) => {
    const { read, write, tenant, actor } = context
    const before = await read(async (tx) => {
      await demand(tx, camera, cameraId, 'show')
      return listed(tx, cameraId)
    })
    if (before.some((one) => one.name.toLowerCase() === name.toLowerCase()))
      throw invalidFields({ name: { code: 'camera.preset_name' } })
    if (before.length >= mostPresets)
      throw unprocessable('camera.presets_full', { most: mostPresets })
    const { presets } = await keeperOf(engine, tenant, cameraId)
    // One that turns has no position yet.
    if (!(await isFree(tenant, cameraId, context))) throw unprocessable('camera.steered')
    const index = await told(
      presets.add(
        name,
        before.map((one) => one.index),
      ),
    )
    return write(async ({ tx, audit }) => {
      // The camera gave a number that we still had a name for: what it was is no more.
      await sql`delete from camera_preset where camera_id = ${cameraId} and index = ${index}`.execute(
        tx,
      )
      const made = await row<CameraPreset>(
        tx,
        sql`insert into camera_preset (camera_id, index, name, created_by)
          values (${cameraId}, ${index}, ${name}, ${actor.accountId}) returning ${columns}`,
      )
      await audit({ entity: 'cameraPreset', recordId: made!.id, title: name, action: 'create' })
      return made!
    })
  })
  serve(app, modifyPreset, ({ id, name }, { write }) =>
    write(async ({ tx, audit }) => {
      const { cameraId } = await presetOf(tx, id)
      if (
        (await listed(tx, cameraId)).some(
          (one) => one.id !== id && one.name.toLowerCase() === name.toLowerCase(),
        )
      )
        throw invalidFields({ name: { code: 'camera.preset_name' } })
      const changed = await row<CameraPreset>(
        tx,
        sql`update camera_preset set name = ${name} where id = ${id} returning ${columns}`,
      )
      await audit({ entity: 'cameraPreset', recordId: id, title: name, action: 'edit' })
      return changed!
    }),
  )
  serve(app, transferPreset, async ({ id }, context) => {
    const { read, write, tenant } = context
    const { cameraId, index, name } = await read((tx) => presetOf(tx, id))
    const { setup, presets } = await keeperOf(engine, tenant, cameraId)
    if (!(await isFree(tenant, cameraId, context))) return 0 as const
    await told(presets.recall(index))
    await write(({ audit }) =>
      audit({
        entity: camera.name,
        recordId: cameraId,
        title: `${setup.name} · ${name}`,
        action: 'control',
      }),
    )
    return 1 as const
  })
  serve(app, deletePreset, async ({ id }, { read, write, tenant }) => {
    const { cameraId, index, name } = await read((tx) => presetOf(tx, id))
    // A camera that is gone or silent still is rid of it here.
    await engine
      .setup(tenant, cameraId)
      .then((setup): CameraSource => engine.source(setup))
      .then((source) => source.presets?.remove(index))
      .catch((error: unknown) => {
        if (!(error instanceof CameraFault)) throw error
      })
    return write(async ({ tx, audit }) => {
      await sql`delete from camera_preset where id = ${id}`.execute(tx)
      await audit({ entity: 'cameraPreset', recordId: id, title: name, action: 'delete' })
      return 1 as const
    })
  })
}
