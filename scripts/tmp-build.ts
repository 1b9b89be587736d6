import { mkdtempSync } from 'node:fs'
import { startPostgres } from '#server/postgres/supervisor.ts'
import { buildApp } from '#server/app.ts'
import { appUrl, migrate } from '#server/db/migrate.ts'
import { demoStands } from '#server/demo/cameras.ts'
const dataDir = mkdtempSync('/dev/shm/tb-')
const pgs = await startPostgres({ dataDir, say: () => {} })
const owner = pgs.url(pgs.superuser, 'postgres')
await migrate(owner)
const one = async () => {
  const app = await buildApp({ databaseUrl: appUrl(owner), secret: 'x', filesDir: dataDir + '/f', webDir: dataDir + '/w', publicUrl: 'http://localhost', poolSize: 4, callLimit: 1e5, stands: demoStands(true) } as never)
  return app
}
for (let i = 0; i < 12; i++) { const s = performance.now(); const c=process.cpuUsage(); const a = await one(); const e=performance.now(); const d=process.cpuUsage(c); await a.close(); console.log(Math.round(e - s), 'cpu', Math.round((d.user+d.system)/1000), 'close', Math.round(performance.now() - e)) }
await pgs.stop()
process.exit(0)
