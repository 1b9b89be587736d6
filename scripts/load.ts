import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { load } from '#server/db/dump/load.ts'
import { namedFile } from './named-file.ts'
import { asProgram, settings, storeOf, whileReached } from './reach.ts'

// npm run load -- FILE: into an empty database, while no console runs on it.
await asProgram(async () => {
  const file = namedFile('Say from where: npm run load -- FILE')
  const kept = join(resolve(process.env.DATA_DIR ?? '.furrow'), 'secrets.json')
  const hadSecrets = existsSync(kept)
  const config = settings()
  const { manifest, secrets } = await whileReached(
    config,
    (ownerUrl) =>
      load({
        ownerUrl,
        store: storeOf(config),
        file,
        secret: config.secret,
        scratch: config.s3 ? '/tmp' : join(config.dataDir, 'files'),
        say: (line) => console.error(line),
      }),
    { isAlone: true, makes: true },
  )
  const count = manifest.parts.reduce((sum, part) => sum + part.count, 0)
  // What the rows hold sealed opens with the secret that sealed it.
  if (secrets && !hadSecrets && !process.env.FURROW_SECRET && !process.env.FURROW_SECRET_FILE)
    writeFileSync(kept, secrets, { mode: 0o600 })
  else if (secrets)
    console.error(
      'Set FURROW_SECRET to the one of where this was dumped: what is sealed there opens with it alone.',
    )
  console.log(`Loaded ${count} rows, compared with what was dumped; npm start takes it from here.`)
})
