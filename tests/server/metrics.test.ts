import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { connect, newDevice, report } from './devices.ts'
import { newTenant, startApp } from './harness.ts'

const app = await startApp({ mqtt: { host: '127.0.0.1', port: 0 } })
afterAll(() => app.end())
const metrics = async () => (await app.http.inject({ url: '/metrics' })).body
const valueOf = (text: string, name: string) =>
  Number(new RegExp(`^${name.replaceAll(/[{}"]/g, String.raw`\$&`)} (\\S+)$`, 'm').exec(text)?.[1])

test('what is watched is there: devices, messages, commits, jobs, pools, disk, the largest tenants', async () => {
  const tenant = await newTenant(app)
  const device = await newDevice(tenant.admin)
  const client = await connect(app, device)
  await report(client, [{ ts: Date.now(), values: { airTemperature: 20 } }])
  const text = await metrics()
  expect(valueOf(text, 'furrow_mqtt_connections')).toBe(1)
  expect(valueOf(text, 'furrow_messages_total')).toBeGreaterThan(0)
  expect(valueOf(text, 'furrow_commit_seconds_count')).toBeGreaterThan(0)
  expect(valueOf(text, 'furrow_devices')).toBe(1)
  expect(valueOf(text, 'furrow_jobs_queued')).toBe(0)
  expect(valueOf(text, `furrow_tenant_devices{tenant="${tenant.id}"}`)).toBe(1)
  expect(valueOf(text, 'furrow_pool_connections{pool="console",state="open"}')).toBeGreaterThan(0)
  expect(valueOf(text, 'furrow_database_bytes')).toBeGreaterThan(1e6)
  expect(valueOf(text, 'furrow_disk_free_bytes')).toBeGreaterThan(0)
  await client.endAsync()
})

test('the dashboard and the alert rules name nothing that is not measured', async () => {
  const text = await metrics()
  const measured = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!))
  for (const file of ['deploy/grafana-dashboard.json', 'deploy/prometheus-alerts.yaml']) {
    const named = [...readFileSync(file, 'utf8').matchAll(/\bfurrow_\w+/g)].map(([name]) =>
      name.replace(/_(bucket|count|sum)$/, ''),
    )
    expect(named.length).toBeGreaterThan(10)
    for (const name of named) expect([file, name, measured.has(name)]).toEqual([file, name, true])
  }
})

test('readiness is asked of the database once a moment, and looks at the broker and at jobs', async () => {
  const ask = async () =>
    (await app.http.inject({ url: '/readyz' })).json<{ checks: Record<string, string> }>()
  expect((await ask()).checks).toMatchObject({
    database: 'ok',
    migrations: 'ok',
    disk: 'ok',
    broker: 'ok',
    jobs: 'ok',
  })
  const before = app.db.connections()
  const answers = await Promise.all(Array.from({ length: 200 }, ask))
  expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(app.db.connections().waiting).toBe(before.waiting)
})

test('whatever answers GET answers HEAD', async () => {
  const tenant = await newTenant(app)
  for (const url of [
    '/healthz',
    '/readyz',
    '/metrics',
    '/api/docs/json',
    `/wfpf/v1/${tenant.id}/unit`,
    `/iam/v1/${tenant.id}/live`,
    '/iam/stong/v1/users/self',
  ]) {
    const headers = { authorization: `Bearer ${tenant.admin.token}` }
    const head = await app.http.inject({ method: 'HEAD', url, headers })
    expect([url, head.statusCode, head.body]).toEqual([url, 200, ''])
  }
})
