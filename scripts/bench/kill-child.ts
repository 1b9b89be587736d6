import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { buildApp } from '#server/app.ts'
import { dump } from '#server/db/dump/dump.ts'
import { load } from '#server/db/dump/load.ts'
import { migrate } from '#server/db/migrate.ts'
import type { UploadState } from '#contract/file/file-calls.ts'
import { sweepFolder, sweepUploads } from '#server/modules/file/engine/sweep.ts'
import { diskStore } from '#server/modules/file/engine/store.ts'
import { purge } from '#server/jobs/retention.ts'
import { pdfOf, type Script } from './kills.ts'
import { clientOf, serverOn } from './stock-ground.ts'

// A process that does one thing over and over until it is killed. It says when it begins, and what
// it was answered.
const script = JSON.parse(process.argv[2]!) as Script
const say = (line: string) => void writeSync(1, `${line}\n`)

if (script.kind === 'migration') {
  say('ready')
  await migrate(script.owner)
} else if (script.kind === 'dump') {
  const store = diskStore(script.dir)
  say('ready')
  for (let turn = 0; ; turn++)
    await dump({
      ownerUrl: script.owner,
      store,
      file: join(script.work, `${turn % 3}.dump`),
      version: 'kill',
    })
} else if (script.kind === 'load') {
  say('ready')
  await load({
    ownerUrl: script.owner,
    store: diskStore(script.work),
    file: script.file!,
    scratch: script.work,
  })
} else {
  const app = await buildApp({ ...serverOn(script.url, script.dir), poolSize: 4 })
  const client = clientOf(app.http, script.tenant)
  say('ready')
  if (script.kind === 'upload') {
    for (;;) {
      const bytes = pdfOf(200_000)
      let state = await client.call<UploadState>('POST /hfle/v1/{tenant}/files/uploads', {
        fileName: 'a.pdf',
        size: bytes.length,
      })
      while (state.address === null) {
        const answer = await app.http.inject({
          method: 'PUT',
          url: `/hfle/v1/${script.tenant.id}/files/uploads/${state.id}?offset=${state.offset}`,
          payload: bytes.subarray(state.offset, state.offset + 70_000),
          headers: {
            authorization: `Bearer ${script.tenant.token}`,
            'content-type': 'application/octet-stream',
          },
        })
        state = answer.json<UploadState>()
      }
      say(state.address)
    }
  }
  if (script.kind === 'purge')
    for (;;) {
      await purge(app.db)
      await sweepUploads(app.db, diskStore(script.dir))
      await sweepFolder(app.db, script.dir, true)
    }
  // What waits: a check, an import, an export.
  await app.jobs.work()
}
say('done')
process.exit(0)
