import { expect, test, vi } from 'vitest'

// In the browser schemas are noted and built when a form asks (src/lib/deferred-zod.ts): a file that
// looks into one while it loads takes the console down, and nothing else would say so before.
vi.mock('zod', () => import('#src/lib/deferred-zod.ts'))

test('no file of the contract looks into a schema while it loads', async () => {
  const files = import.meta.glob('../../contract/**/*.ts')
  const broken: string[] = []
  for (const [file, load] of Object.entries(files))
    await load().catch((error: unknown) => broken.push(`${file}: ${String(error)}`))
  expect(Object.keys(files).length).toBeGreaterThan(200)
  expect(broken).toEqual([])
})
