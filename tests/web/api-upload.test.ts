import { beforeEach, expect, it, vi } from 'vitest'
import { setScope } from '#src/api/scope.ts'
import { storeSession } from '#src/api/tokens.ts'
import { upload } from '#src/api/upload.ts'
import { fakeServer, pair, refusal } from './fake-server.ts'

const file = new File(['x'], '地块.png', { type: 'image/png' })
beforeEach(() => {
  localStorage.clear()
  storeSession(pair('a'))
  setScope({ tenantId: 7, permissionVersion: 1 })
})

it('sends the file after its fields and answers its address', async () => {
  const log = fakeServer(() => ({ body: '/hfle/v1/7/files/a.png' }))
  expect(await upload(file, { onProgress: vi.fn() })).toBe('/hfle/v1/7/files/a.png')
  expect(log[0]).toMatchObject({ method: 'POST', path: '/hfle/v1/7/files/multipart' })
  const entries = [...(log[0]!.body as FormData).entries()]
  expect(entries.map(([name]) => name)).toEqual(['bucketName', 'fileName', 'file'])
  expect(entries.slice(0, 2).map(([, value]) => value)).toEqual(['private', '地块.png'])
})
it('sends nothing once it was given up', async () => {
  const log = fakeServer(() => ({ body: '' }))
  await expect(upload(file, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
  expect(log).toHaveLength(0)
})
it('says what the server refused', async () => {
  fakeServer(() => refusal(413, 'error.upload.multipartSize', '太大'))
  await expect(upload(file, { quiet: true })).rejects.toMatchObject({ status: 413, code: 'error.upload.multipartSize', message: '太大' })
})
