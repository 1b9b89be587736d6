import { sql } from 'kysely'
import { camera } from '#contract/camera/camera.ts'
import {
  bindCamera,
  captureCamera,
  clarities,
  controlCamera,
  directions,
  disableCamera,
  liveAddress,
  playProtocols,
  setCameraSecret,
  type Direction,
} from '#contract/camera/viewing.ts'
import { device } from '#contract/equipment/device.ts'
import { showRow } from '#server/db/crud.ts'
import { encryptSecret } from '#server/db/secret.ts'
import type { SignedIn } from '#server/http/context.ts'
import { demand } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import type { CameraEngine } from './engine/engine.ts'
import { CameraFault, type CameraSetup } from './engine/source.ts'
import { keepPicture } from './keep-picture.ts'
import { offerAddress, playAddress } from './play-address.ts'
import { refusalOf, orRefused } from './refusal.ts'

const nameOfDirection = Object.fromEntries(
  Object.entries(directions).map(([name, code]) => [code, name]),
) as Readonly<Record<number, Direction>>

/** The camera that a caller sees, and how it is reached. Errors: 404; refusals of cameras. */
async function seen(
  engine: CameraEngine,
  { read, tenant }: SignedIn,
  id: number,
): Promise<CameraSetup> {
  await read((tx) => demand(tx, camera, id, 'show'))
  return orRefused(engine.setup(tenant, id))
}

/** Watching, steering, taking pictures, closing. */
export function viewingCalls(app: Services, engine: CameraEngine): void {
  serve(
    app,
    liveAddress,
    async ({ cameraId, protocol, clarity, watched, from, place }, context) => {
      const setup = await seen(engine, context, cameraId)
      const source = await orRefused((async () => engine.source(setup))())
      const { tenant, actor, write } = context
      if (from && !source.playback) throw refusalOf(new CameraFault('not_allowed'))
      // A picture in a list is no watching, and no way to it.
      const isGlance = protocol === playProtocols.still && !watched
      const at = (wanted: 'sd' | 'hd') =>
        playAddress(engine, protocol, {
          tenant,
          camera: cameraId,
          clarity: wanted,
          session: actor.sessionId,
          share: null,
          from: from ? Date.parse(from) : null,
          isCloud: from !== undefined && place === 'cloud',
          isGlance,
        })
      if (!isGlance)
        await write(({ audit }) =>
          audit({
            entity: camera.name,
            recordId: cameraId,
            title: setup.name,
            action: from ? 'playback' : 'watch',
            ...(from && { after: { from } }),
          }),
        )
      const [sd, hd] = [at('sd'), source.hasHd ? at('hd') : null]
      const isFilm = protocol !== playProtocols.still && !from
      return {
        cameraName: setup.name,
        url: sd.url,
        hdUrl: hd?.url ?? null,
        webrtcUrl: isFilm && source.whep ? offerAddress(sd.ticket) : null,
        clarity: hd ? clarity : clarities.sd,
        accessToken: (clarity === clarities.hd && hd ? hd : sd).ticket,
      }
    },
  )

  serve(app, controlCamera, async ({ id, direction, speed }, context) => {
    const setup = await seen(engine, context, id)
    const { tenant, actor, write } = context
    const key = `${tenant}/${id}`
    const name = nameOfDirection[direction]!
    if (name === 'stop')
      return Number(await orRefused(engine.steering.stop(key, actor.accountId))) as 0 | 1
    const source = await orRefused((async () => engine.source(setup))())
    if (!source.move) throw refusalOf(new CameraFault('not_allowed'))
    const isNew = !engine.steering.isHeld(key)
    const isMoving = await orRefused(
      engine.steering.move(key, actor.accountId, source, name, speed),
    )
    if (isNew && isMoving)
      await write(({ audit }) =>
        audit({
          entity: camera.name,
          recordId: id,
          title: setup.name,
          action: 'control',
          after: { direction },
        }),
      )
    return Number(isMoving) as 0 | 1
  })

  serve(app, captureCamera, async ({ cameraId, clarity }, context) => {
    const setup = await seen(engine, context, cameraId)
    return {
      fileUrl: await orRefused(
        keepPicture(app, engine, context, setup, {
          timer: null,
          clarity: clarity === clarities.hd ? 'hd' : 'sd',
        }),
      ),
    }
  })

  serve(app, disableCamera, ({ id, disabled }, { write, actor }) =>
    write(async ({ tx, audit, announce }) => {
      const found = await demand(tx, camera, id, 'edit')
      const enabledFlag = disabled === 1 ? 0 : 1
      if (found.enabledFlag === enabledFlag) return 1 as const
      await sql`update camera set enabled_flag = ${enabledFlag}, object_version_number = object_version_number + 1,
        last_update_date = now(), last_updated_by = ${actor.accountId} where id = ${id}`.execute(tx)
      await audit({
        entity: camera.name,
        recordId: id,
        title: String(found.name),
        action: 'edit',
        before: { enabledFlag: found.enabledFlag },
        after: { enabledFlag },
      })
      await announce({ resource: camera.name, ids: [id], kind: 'updated' })
      return 1 as const
    }),
  )

  serve(app, setCameraSecret, ({ id, secret }, { write, platform }) =>
    write(async ({ tx, audit }) => {
      const found = await demand(tx, camera, id, 'edit')
      await sql`update camera set sealed_secret = ${secret ? encryptSecret(platform.secret, secret) : null} where id = ${id}`.execute(
        tx,
      )
      await audit({
        entity: camera.name,
        recordId: id,
        title: String(found.name),
        action: 'connect',
      })
      return (await showRow(tx, camera, id))!
    }),
  )

  serve(app, bindCamera, ({ id, contentratorId }, { write, actor }) =>
    write(async ({ tx, audit }) => {
      const found = await demand(tx, camera, id, 'edit')
      if (contentratorId !== null) await demand(tx, device, contentratorId, 'show')
      await sql`update camera set contentrator_id = ${contentratorId}, object_version_number = object_version_number + 1,
        last_update_date = now(), last_updated_by = ${actor.accountId} where id = ${id}`.execute(tx)
      await audit({
        entity: camera.name,
        recordId: id,
        title: String(found.name),
        action: 'bind',
        before: { contentratorId: found.contentratorId },
        after: { contentratorId },
      })
      return 1 as const
    }),
  )
}
