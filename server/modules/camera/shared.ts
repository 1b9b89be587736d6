import { sql } from 'kysely'
import { camera } from '#contract/camera/camera.ts'
import * as calls from '#contract/camera/share.ts'
import { clarities } from '#contract/camera/viewing.ts'
import { writeAudit } from '#server/db/audit.ts'
import { changed, row } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'
import { networkOf } from '#server/http/network.ts'
import { servePublic } from '#server/http/serve.ts'
import { checkPassword } from '#server/modules/account/engine/password.ts'
import type { Services } from '#server/services/services.ts'
import type { CameraEngine } from './engine/engine.ts'
import { shareOf, watchingSeconds, type OpenShare } from './engine/sharing.ts'
import { CameraFault } from './engine/source.ts'
import { offerAddress, playAddress } from './play-address.ts'
import { refusalOf, orRefused } from './refusal.ts'

/** Never made, over, taken back, or made by somebody who may not any more: all look alike. */
const worthless = () => new HttpError(404, 'share.over')

/** Enough of an address to know one's own, too little to find anybody. */
const maskedAddress = (address: string): string => {
  const network = networkOf(address)
  return network.includes(':')
    ? `${network.split(':').slice(0, 2).join(':')}:*`
    : network.replace(/\.\d+\.\d+$/, '.*.*')
}

/** Links to cameras, as whoever has one meets them. */
export function sharedCalls(app: Services, engine: CameraEngine): void {
  const { db } = app.platform
  const standing = async (token: string) => {
    const share = await shareOf(db, token)
    if (!share) throw worthless()
    if (!share.isOpen) throw refusalOf(new CameraFault('disabled'))
    return share
  }
  servePublic(app, calls.sharedCamera, async ({ token }) => {
    const { title, cameraName, expiresAt, passwordHash } = await standing(token)
    return { title, cameraName, expiresAt, hasPassword: passwordHash !== null }
  })

  /** Errors: 422 for a wrong password; 429 after some. */
  const requirePassword = async (
    { id, passwordHash }: OpenShare,
    tenant: number,
    password: string | undefined,
    address: string,
  ) => {
    if (passwordHash === null) return
    if (!password) throw new HttpError(422, 'share.password')
    const guess = { kind: 'share', name: `camera share ${tenant}/${id}` } as const
    await app.account.attempts.begin(guess, address)
    if (!(await checkPassword(passwordHash, password, networkOf(address))))
      throw new HttpError(422, 'share.password_wrong')
    await app.account.attempts.succeeded(guess, address)
  }

  servePublic(app, calls.sharedLive, async (input, { address, writer }) => {
    const share = await standing(input.token)
    const { tenant } = share
    await requirePassword(share, tenant, input.password, address)
    const network = maskedAddress(address)
    const watermark = input.name || network
    const viewer = await db.write(tenant, async (tx) => {
      // One after the other, so that no two are the last who fit.
      await sql`select 1 from camera_share where id = ${share.id} for update`.execute(tx)
      const others = await row<{ count: number }>(
        tx,
        sql`select count(*)::int as count from camera_share_viewer where share_id = ${share.id}
          and visitor <> ${input.visitor} and seen_at > now() - ${`${watchingSeconds} seconds`}::interval`,
      )
      if (others!.count >= calls.mostViewers) throw new HttpError(503, 'share.full')
      const isNew = await changed(
        tx,
        sql`insert into camera_share_viewer (share_id, visitor, name, network)
          values (${share.id}, ${input.visitor}, ${input.name || null}, ${network})
          on conflict (tenant_id, share_id, visitor) do nothing`,
      )
      if (isNew > 0) {
        await sql`update camera_share set viewer_count = viewer_count + 1 where id = ${share.id}`.execute(
          tx,
        )
        await writeAudit(tx, writer, {
          entity: camera.name,
          recordId: share.cameraId,
          title: share.cameraName,
          action: 'watchShared',
          after: { title: share.title, viewer: watermark },
        })
      }
      return row<{ id: number }>(
        tx,
        sql`update camera_share_viewer set seen_at = now(), name = ${input.name || null}, network = ${network}
          where share_id = ${share.id} and visitor = ${input.visitor} returning id`,
      )
    })
    const setup = await orRefused(engine.setup(tenant, share.cameraId))
    const source = await orRefused((async () => engine.source(setup))())
    const at = (clarity: keyof typeof clarities) =>
      playAddress(engine, input.protocol, {
        tenant,
        camera: share.cameraId,
        clarity,
        session: null,
        share: viewer!.id,
      })
    const sd = at('sd')
    return {
      url: sd.url,
      hdUrl: source.hasHd ? at('hd').url : null,
      webrtcUrl: source.whep ? offerAddress(sd.ticket) : null,
      watermark,
    }
  })
}
