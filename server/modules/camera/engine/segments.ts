import { sql } from 'kysely'
import { row, rows, type Database, type Tx } from '#server/db/database.ts'
import type { Piece } from './pieces.ts'

/** Where a piece lies, as the index says it. */
export const places = { disk: 0, bucket: 1 } as const
type Place = (typeof places)[keyof typeof places]

export interface Segment {
  tenantId: number
  cameraId: number
  startsOn: string
  run: string
  file: string
  place: Place
}
/** What a camera is recorded for. */
export interface Wanted {
  tenantId: number
  cameraId: number
  recordMode: number
  recordBefore: number | null
}
/** `alarm` of recordModes: pieces go again, unless an alarm keeps them. */
const alarmMode = 3
export const isForAlarms = ({ recordMode }: Wanted) => recordMode === alarmMode

/** Seconds that go on being kept after an alarm. */
const afterSeconds = 30
const usualBefore = 10
/** What an alarm on the camera's plot, or of its own box, keeps. */
const keepAlarmed = (tx: Tx, wanted: Wanted) =>
  sql`update camera_segment s set kept_flag = 1 from camera c
    where s.camera_id = ${wanted.cameraId} and s.kept_flag = 0 and c.tenant_id = s.tenant_id and c.id = s.camera_id
      and exists (select 1 from alarm a left join device d on d.tenant_id = a.tenant_id and d.id = a.device_id
        where a.tenant_id = s.tenant_id and (a.land_id = c.land_id or d.id = c.contentrator_id or lower(d.eui) = lower(c.device_serial))
          and a.began_at between s.starts_on - make_interval(secs => ${afterSeconds})
            and s.ends_on + make_interval(secs => ${wanted.recordBefore ?? usualBefore}))`.execute(
    tx,
  )

/** The index of what is recorded: a row for each piece that is whole. */
export class Segments {
  readonly #db: Database
  constructor(db: Database) {
    this.#db = db
  }
  /** Notes pieces of one run, where the camera is still there; those that are known stay as they are. */
  async note(wanted: Wanted, run: string, pieces: readonly (Piece & { bytes: number })[]) {
    const keptFlag = isForAlarms(wanted) ? 0 : 1
    await this.#db.write(wanted.tenantId, async (tx) => {
      for (const { file, startsOn, endsOn, bytes } of pieces)
        await sql`insert into camera_segment (camera_id, starts_on, ends_on, run, file, bytes, kept_flag)
          select ${wanted.cameraId}, ${startsOn}, ${endsOn}, ${run}, ${file}, ${bytes}, ${keptFlag}
          where exists (select 1 from camera where id = ${wanted.cameraId})
          on conflict do nothing`.execute(tx)
      if (keptFlag === 0) await keepAlarmed(tx, wanted)
    })
  }
  /** What a camera is recorded for; null: there is no such camera (any more). */
  wantedOf(tenant: number, camera: number): Promise<Wanted | null> {
    return this.#db.read(tenant, (tx) =>
      row<Wanted>(
        tx,
        sql`select tenant_id, id as camera_id, record_mode, record_before from camera where id = ${camera}`,
      ),
    )
  }
  #ask<T>(question: ReturnType<typeof sql>): Promise<T[]> {
    return this.#db.platform((tx) => rows<T>(tx, question))
  }
  /** What is too old, too much, or was kept for no alarm; some thousands at a time. */
  due(): Promise<Segment[]> {
    return this.#ask(
      sql`select tenant_id, camera_id, starts_on, run, file, place from furrow_segments_due()`,
    )
  }
  /** The oldest on the disk. */
  oldest(count: number): Promise<Segment[]> {
    return this.#ask(
      sql`select tenant_id, camera_id, starts_on, run, file, place from furrow_segments_oldest(${count})`,
    )
  }
  /** Bytes on the disk. */
  async waitingBytes(): Promise<number> {
    const [found] = await this.#ask<{ bytes: number }>(
      sql`select furrow_segments_waiting() as bytes`,
    )
    return found!.bytes
  }
  /** Takes the oldest that are to go to the bucket; they are nobody else's for two minutes. */
  async toUpload(count: number): Promise<Segment[]> {
    const found = await this.#ask<Omit<Segment, 'place'>>(
      sql`select tenant_id, camera_id, starts_on, run, file from furrow_segments_to_upload(${count})`,
    )
    return found.map((one) => ({ ...one, place: places.disk }))
  }
  /** Leaves what was taken to whoever comes after so many ms. */
  async giveBack(one: Segment, afterMs: number): Promise<void> {
    await this.#db.write(one.tenantId, (tx) =>
      sql`update camera_segment set upload_from = now() + make_interval(secs => ${afterMs / 1000})
        where camera_id = ${one.cameraId} and starts_on = ${one.startsOn} and place = ${places.disk}`.execute(
        tx,
      ),
    )
  }
  /** Says that a piece lies in the bucket now; answers whether it is still known. */
  moved(one: Segment): Promise<boolean> {
    return this.#db.write(one.tenantId, async (tx) => {
      const found = await row(
        tx,
        sql`update camera_segment set place = ${places.bucket}
        where camera_id = ${one.cameraId} and starts_on = ${one.startsOn} and file = ${one.file} and run = ${one.run} returning 1 as found`,
      )
      return found !== null
    })
  }
  cameras(): Promise<Pick<Segment, 'tenantId' | 'cameraId'>[]> {
    return this.#ask(sql`select tenant_id, camera_id from furrow_recorded_cameras()`)
  }
  /** The runs that have pieces at a place. */
  async runsOf(tenant: number, camera: number, place: Place): Promise<string[]> {
    const found = await this.#db.read(tenant, (tx) =>
      rows<{ run: string }>(
        tx,
        sql`select distinct run from camera_segment where camera_id = ${camera} and place = ${place} order by run`,
      ),
    )
    return found.map(({ run }) => run)
  }
  ofRun(tenant: number, camera: number, run: string): Promise<Segment[]> {
    return this.#db.read(tenant, (tx) =>
      rows<Segment>(
        tx,
        sql`select tenant_id, camera_id, starts_on, run, file, place from camera_segment
        where camera_id = ${camera} and run = ${run} order by starts_on`,
      ),
    )
  }
  /** Bytes of a piece; null: it is not known. */
  async bytesOf(tenant: number, camera: number, run: string, file: string): Promise<number | null> {
    const found = await this.#db.read(tenant, (tx) =>
      row<{ bytes: number }>(
        tx,
        sql`select bytes from camera_segment where camera_id = ${camera} and run = ${run} and file = ${file}`,
      ),
    )
    return found?.bytes ?? null
  }
  /** Forgets pieces; one that was moved meanwhile stays known. */
  async forget(gone: readonly Segment[]): Promise<void> {
    for (const tenant of new Set(gone.map(({ tenantId }) => tenantId)))
      await this.#db.write(tenant, (tx) => {
        const mine = gone.filter(({ tenantId }) => tenantId === tenant)
        return sql`delete from camera_segment s
          using unnest(${mine.map(({ cameraId }) => cameraId)}::bigint[], ${mine.map(({ startsOn }) => startsOn)}::timestamptz[], ${mine.map(({ place }) => place)}::smallint[])
            as g (camera_id, starts_on, place)
          where s.camera_id = g.camera_id and s.starts_on = g.starts_on and s.place = g.place`.execute(
          tx,
        )
      })
  }
}
