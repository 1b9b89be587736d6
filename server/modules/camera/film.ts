import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { camera } from '#contract/camera/camera.ts'
import { makeFilm, mostPictures } from '#contract/camera/capture.ts'
import { codesOf } from '#contract/call.ts'
import { showRow } from '#server/db/crud.ts'
import { notFound, unprocessable } from '#server/db/http-error.ts'
import { demand } from '#server/http/crud.ts'
import { fileNameOf } from '#server/http/file-name.ts'
import { serve } from '#server/http/serve.ts'
import { enqueue, Told } from '#server/jobs/queue.ts'
import { keepResult } from '#server/modules/file/engine/keep.ts'
import type { Services } from '#server/services/services.ts'
import { ffmpegFile, startFfmpeg } from './engine/ffmpeg.ts'
import { CameraFault } from './engine/source.ts'
import { picturesOf } from './pictures.ts'
import { refusalOf } from './refusal.ts'

/** A film of fewer is none. */
const leastPictures = 2
/** Pictures of all sizes stand in one of this. */
const args = (rate: number, path: string) => [
  ...`-y -f image2pipe -framerate ${rate} -c:v mjpeg -i pipe:0`.split(' '),
  '-vf',
  'scale=1280:720:force_original_aspect_ratio=decrease,pad=1280:720:(ow-iw)/2:(oh-ih)/2,format=yuv420p',
  ...'-c:v libx264 -preset veryfast -crf 23 -movflags +faststart -f mp4'.split(' '),
  path,
]
/** Films of what a camera saw over a season, made by a job. */
export function filmCalls(app: Services): void {
  const { jobs, store, filesDir } = app
  const { db } = app.platform
  serve(app, makeFilm, ({ cameraId, from, to, rate }, { write, actor }) =>
    write(async ({ tx, audit }) => {
      const { name } = await demand(tx, camera, cameraId, 'show')
      if (!ffmpegFile()) throw refusalOf(new CameraFault('no_ffmpeg'))
      const pictures = await picturesOf(tx, cameraId, { from, to })
      if (pictures.length < leastPictures)
        throw unprocessable('film.too_few', { least: leastPictures })
      const jobId = await enqueue(tx, actor.accountId, 'camera-time-lapse', {
        cameraId,
        from,
        to,
        rate,
      })
      await audit({
        entity: camera.name,
        recordId: cameraId,
        title: String(name),
        action: 'film',
        after: { from, to, rate },
      })
      return { jobId }
    }),
  )

  jobs.on(
    'camera-time-lapse',
    () => codesOf(makeFilm),
    async ({ tenant, accountId, input, scope, progress }) => {
      const { cameraId, from, to, rate } = input as {
        cameraId: number
        from: string
        to: string
        rate: number
      }
      const { title, pictures } = await db.read(
        tenant,
        async (tx) => {
          const found = await showRow(tx, camera, cameraId)
          // Whoever does not see it any more.
          if (!found) throw notFound()
          return {
            title: found.name,
            pictures: await picturesOf(tx, cameraId, { from, to }, mostPictures),
          }
        },
        scope,
      )
      const key = `${randomUUID()}.mp4`
      const folder = join(filesDir, 'incoming')
      await mkdir(folder, { recursive: true })
      const path = join(folder, key)
      const running = startFfmpeg(args(rate, path))
      const { child } = running
      const closed = once(child, 'close')
      let count = 0
      try {
        for (const [at, { fileUrl }] of pictures.entries()) {
          // One whose file is gone is left out.
          const found = await store.get(
            `${tenant}/${basename(new URL(fileUrl, 'http://x').pathname)}`,
          )
          if (!found || child.exitCode !== null) continue
          for await (const part of found.stream)
            if (!child.stdin!.write(part)) await Promise.race([once(child.stdin!, 'drain'), closed])
          count++
          await progress(Math.min(98, Math.floor((98 * (at + 1)) / pictures.length)))
        }
        child.stdin!.end()
        await closed
        if (child.exitCode !== 0) throw new Told(running.complaint().slice(-200) || 'ffmpeg')
        await progress(99)
      } catch (error) {
        running.stop()
        await rm(path, { force: true })
        throw error
      }
      const name = fileNameOf(`${String(title ?? cameraId)}-${from}-${to}.mp4`)
      await keepResult(db, store, { tenant, accountId, path, key, name, type: 'video/mp4' })
      return { key, name, message: String(count) }
    },
  )
}
