import { afterAll, expect } from 'vitest'
import { newTenant, startApp, type Tenant, type TestApp } from './harness.ts'
import { Store } from './stock.ts'

/** A server with a farm on it, for all tests of a file. */
export async function oneFarm(
  options: Parameters<typeof startApp>[0] = {},
): Promise<{ app: TestApp; mine: Tenant }> {
  const app = await startApp(options)
  afterAll(() => app.end())
  return { app, mine: await newTenant(app) }
}
/** The same with a broker, and another farm that knows nothing of the first. */
export async function twoFarms(): Promise<{ app: TestApp; mine: Tenant; theirs: Tenant }> {
  const { app, mine } = await oneFarm({ mqtt: { host: '127.0.0.1', port: 0 } })
  return { app, mine, theirs: await newTenant(app) }
}
/** A farm's stores, whose books have to be in order once a file's tests are done. */
export async function oneStore(
  poolSize = 8,
): Promise<{ app: TestApp; mine: Tenant; store: Store }> {
  const { app, mine } = await oneFarm({ poolSize })
  const store = new Store(app, mine)
  // Before the server ends: what was registered later is done first.
  afterAll(async () => expect(await store.faults()).toEqual([]))
  return { app, mine, store }
}
