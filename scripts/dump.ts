import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dump } from '#server/db/dump/dump.ts'
import { namedFile } from './named-file.ts'
import { asProgram, option, settings, storeOf, whileReached } from './reach.ts'

// npm run dump -- FILE [--tenant N]: beside a running console, or on its own.
await asProgram(async () => {
  const file = namedFile('Say where to: npm run dump -- FILE [--tenant N]')
  const tenant = option('tenant')
  if (tenant !== undefined && !/^\d{1,15}$/.test(tenant))
    throw new Error('--tenant is the number of a tenant')
  const config = settings()
  const kept = join(config.dataDir, 'secrets.json')
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const made = await whileReached(config, (ownerUrl) =>
    dump({
      ownerUrl,
      store: storeOf(config),
      file,
      version,
      tenant: tenant ? Number(tenant) : null,
      secrets: !process.env.FURROW_SECRET && existsSync(kept) ? readFileSync(kept) : null,
    }),
  )
  const count = made.parts.reduce((sum, part) => sum + part.count, 0)
  const files = Object.keys(made.entries).filter((entry) => entry.startsWith('files/')).length
  console.log(
    `Dumped ${count} rows and ${files} files to ${file}.${made.missing.length > 0 ? ` ${made.missing.length} files that rows name are nowhere.` : ''}`,
  )
})
