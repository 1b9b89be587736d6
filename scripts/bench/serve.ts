import { join } from 'node:path'
import { buildApp } from '#server/app.ts'

// One server of the bench, in a process of its own: node serve.ts <database url> <web folder>
// <files folder> <port> [limited]
const [databaseUrl = '', webDir = '', filesDir = '', port = '', limited = ''] =
  process.argv.slice(2)
const app = await buildApp({
  databaseUrl,
  secret: 'bench',
  webDir,
  filesDir: join(filesDir, port),
  publicUrl: `http://127.0.0.1:${port}`,
  ...(limited ? { mqtt: { host: '127.0.0.1', port: Number(port) + 1 } } : { callLimit: 1_000_000 }),
})
if (limited) app.jobs.start()
await app.http.listen({ port: Number(port), host: '127.0.0.1' })
process.send?.('ready')
process.on('disconnect', () => void app.close().then(() => process.exit(0)))
