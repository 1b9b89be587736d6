import { createHmac } from 'node:crypto'
import { dirname, join } from 'node:path'
import { s3Bucket } from '#server/modules/file/engine/bucket.ts'
import type { RecordingsBucket } from '#server/services/options.ts'
import type { Services } from '#server/services/services.ts'
import type { CameraEngine } from './engine/engine.ts'
import type { PieceBucket } from './engine/pieces.ts'
import { takeFolder } from './engine/own-folder.ts'
import { reconcileBucket, reconcileDisk, type Reconciled } from './engine/reconcile.ts'
import { Recorded } from './engine/recorded.ts'
import { Recorder } from './engine/recorder.ts'
import { Uploads } from './engine/uploads.ts'
import { tellOfLackingRoom } from './lacking-room.ts'

/** Ms between two looks at what is too old. */
const pruneMs = 30_000
/**
 * When index and disk are made to agree after a start, in ms: at once, when runs that a killed
 * process left count as ended, and then every hour, for what other processes left.
 */
const [settledMs, againMs] = [90_000, 3_600_000]
/**
 * When index and bucket are, besides at a start: daily, for what cameras that were deleted left, and
 * soon where it did not answer.
 */
const [dailyMs, refusedMs] = [24 * 3_600_000, 600_000]

/** What tells the recordings of one installation from those of another. */
const installationOf = (secret: string) =>
  createHmac('sha256', secret).update('recordings').digest('hex').slice(0, 12)
/**
 * The part of a bucket that is ours: two installations in one bucket do not clear away each other's
 * recordings.
 */
function piecesOf({ s3 }: RecordingsBucket, mine: string): PieceBucket {
  const key = (path: string) => `recordings/${mine}/${path}`
  const bucket = s3Bucket(s3)
  return {
    upload: (path, file, type) => bucket.upload(key(path), file, type),
    get: (path, part) => bucket.get(key(path), part),
    remove: (path) => bucket.remove(key(path)),
    list: (path) => bucket.list(key(path)),
  }
}

const lacks = {
  disk: 'recordings: the disk is full, the oldest were removed',
  bucket:
    'recordings: the bucket has not answered for too long, the oldest that waited for it were removed',
}
/** The recordings of this installation. Errors: where the folder is another's. */
export function recordedFor({ db, http, options, filesDir, platform }: Services): Recorded {
  const { recordingsDir, recordingsBucket } = options
  const mine = installationOf(platform.secret)
  const root = recordingsDir ?? join(filesDir, 'recordings')
  // What lies in the installation's own data folder nobody else has.
  if (recordingsDir && dirname(recordingsDir) !== dirname(filesDir)) takeFolder(root, mine)
  return new Recorded(db, root, {
    bucket: recordingsBucket ? piecesOf(recordingsBucket, mine) : null,
    mostWaitingBytes: recordingsBucket?.isFilled ? recordingsBucket.mostWaitingBytes : null,
    told: (removed, lack) => {
      http.log.warn({ pieces: removed.length }, lacks[lack])
      tellOfLackingRoom(db, removed).catch((error: unknown) =>
        http.log.error({ err: error }, 'recordings: nobody was told that the oldest were removed'),
      )
    },
  })
}

/** Records, takes to the bucket and takes away; answers what ends it. */
export function keepRecording(
  app: Services,
  engine: CameraEngine,
  recorded: Recorded,
): () => Promise<void> {
  const { log } = app.http
  const recorder = new Recorder(app.db, engine.streams, recorded.root, (tenant, id) =>
    engine.recordedOf(tenant, id),
  )
  const timers = new Set<NodeJS.Timeout>()
  let isOver = false
  const later = (ms: number, work: () => Promise<unknown>) => {
    if (isOver) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      work().catch((error: unknown) => isOver || log.warn({ err: error }, 'recordings'))
    }, ms)
    timer.unref()
    timers.add(timer)
  }
  const say = (place: string, done: Reconciled) => {
    if (done.adopted + done.lost + done.strays > 0)
      log.warn({ place, ...done }, 'recordings: index and place were made to agree')
  }
  const agreeWithDisk = async () => say('disk', await reconcileDisk(recorded))
  const hourly = async () => {
    later(againMs, hourly)
    await agreeWithDisk()
  }
  const agreeWithBucket = async () => {
    const done = await reconcileBucket(recorded).catch(() => null)
    if (done) say('bucket', done)
    later(done ? dailyMs : refusedMs, agreeWithBucket)
  }
  const begin = async () => {
    later(settledMs, hourly)
    if (recorded.options.bucket) later(0, agreeWithBucket)
    await agreeWithDisk()
  }
  later(0, begin)
  recorder.start()
  const prune = async () => {
    await recorded.prune().finally(() => later(pruneMs, prune))
  }
  later(pruneMs, prune)
  const { bucket, mostWaitingBytes } = recorded.options
  const uploads =
    bucket && mostWaitingBytes !== null
      ? new Uploads(recorded, bucket, {
          away: (error) =>
            log.warn(
              { err: error },
              'recordings: the bucket does not answer, pieces wait on the disk',
            ),
          back: () => log.warn('recordings: the bucket answers again'),
        })
      : null
  uploads?.start()
  return async () => {
    isOver = true
    for (const timer of timers) clearTimeout(timer)
    await recorder.stop()
    await uploads?.stop()
  }
}
