import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { startApp } from './harness.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Nothing of it may stay on a stack or in a variable here. */
async function begunAndEnded(): Promise<WeakRef<object>> {
  const app = await startApp()
  const said = await app.http.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  expect(said.body).toContain('furrow_nodejs_eventloop_lag_seconds ')
  expect(said.body).toContain('furrow_live_listeners 0')
  await app.end()
  return new WeakRef(app.http)
}

// Observers and lists of the process once kept every app of a run, a dozen megabytes each.
test('an app that has ended is kept by nobody', async () => {
  const ended = await begunAndEnded()
  // The next one takes the places (last request, last error) in which Node.js itself keeps one.
  await begunAndEnded()
  for (let tries = 0; tries < 50; tries++) {
    await setTimeout(100)
    collectGarbage()
    if (!ended.deref()) return
  }
  expect(ended.deref()).toBeUndefined()
})
