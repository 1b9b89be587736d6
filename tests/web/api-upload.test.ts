import { beforeEach, expect, it, vi } from 'vitest'
import { setScope } from '#src/api/scope.ts'
import { storeSession } from '#src/api/tokens.ts'
import { UploadQueue } from '#src/api/upload-queue.ts'
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
  await expect(upload(file, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  })
  expect(log).toHaveLength(0)
})
it('says what the server refused', async () => {
  fakeServer(() => refusal(413, 'error.upload.multipartSize', '太大'))
  await expect(upload(file, { quiet: true })).rejects.toMatchObject({
    status: 413,
    code: 'error.upload.multipartSize',
    message: '太大',
  })
})

it('sends a large file in parts, and goes on where the line was cut', async () => {
  const large = new File([new Uint8Array(3_000_000)], '合同.pdf', { type: 'application/pdf' })
  const id = '5d0a1b1c-0000-4000-8000-000000000001'
  let there = 0
  let puts = 0
  const log = fakeServer(({ method, body, path }) => {
    const state = (address: string | null = null) => ({
      body: { id, offset: there, size: large.size, address },
    })
    if (method === 'PUT') {
      puts++
      const size = (body as Blob).size
      expect(Number(/offset=(\d+)/.exec(path)![1])).toBe(there)
      if (puts === 2) {
        // Half of the part came through before the line broke.
        there += 400_000
        return { silence: 'ERR_NETWORK' }
      }
      there += size
    }
    return state(there === large.size ? '/hfle/v1/7/files/whole.pdf' : null)
  })
  const shares: number[] = []
  expect(await upload(large, { onProgress: (share) => shares.push(share) })).toBe(
    '/hfle/v1/7/files/whole.pdf',
  )
  expect(log.map(({ method }) => method)).toEqual(['POST', 'PUT', 'PUT', 'GET', 'PUT', 'PUT'])
  expect(shares.at(-1)).toBe(1)
})

it('goes on where it was when it is tried again, and sends nothing twice', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const large = new File([new Uint8Array(3_000_000)], '合同.pdf', { type: 'application/pdf' })
  const id = '5d0a1b1c-0000-4000-8000-000000000002'
  let there = 0
  let isDown = false
  const log = fakeServer(({ method, body }) => {
    if (isDown) return { silence: 'ERR_NETWORK' }
    if (method === 'PUT') there += (body as Blob).size
    isDown = method === 'PUT' && there < 2_000_000
    const address = there === large.size ? '/hfle/v1/7/files/whole.pdf' : null
    return { body: { id, offset: there, size: large.size, address } }
  })
  const queue = new UploadQueue('private')
  const stored: string[] = []
  queue.handOver((address) => void stored.push(address))
  const seen: { isCut: boolean }[] = []
  queue.listen(() => seen.push(...queue.uploads().map(({ isCut }) => ({ isCut }))))
  queue.add([large], () => undefined)
  // Longer than it tries by itself.
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  expect(queue.uploads()[0]?.canRetry).toBe(true)
  expect(seen.some(({ isCut }) => isCut)).toBe(true)
  isDown = false
  const sent = there
  const before = log.length
  queue.retry(queue.uploads()[0]!.key)
  await vi.waitFor(() => expect(stored).toEqual(['/hfle/v1/7/files/whole.pdf']))
  expect(queue.uploads()).toEqual([])
  const again = log.slice(before)
  expect(again[0]!.method).toBe('GET')
  expect(again.some(({ method }) => method === 'POST')).toBe(false)
  expect(again.find(({ method }) => method === 'PUT')!.path).toContain(`offset=${sent}`)
})
it('goes on with what a page had sent before it was loaded anew, and begins a changed file anew', async () => {
  const large = (lastModified: number) =>
    new File([new Uint8Array(3_000_000)], '合同.pdf', { type: 'application/pdf', lastModified })
  const id = '5d0a1b1c-0000-4000-8000-000000000003'
  let there = 0
  const leaving = new AbortController()
  const log = fakeServer(({ method, body }) => {
    if (method === 'POST') there = 0
    if (method === 'PUT') there += (body as Blob).size
    const isWhole = there >= 3_000_000
    return {
      body: {
        id,
        offset: there,
        size: 3_000_000,
        address: isWhole ? '/hfle/v1/7/files/a.pdf' : null,
      },
    }
  })
  const first = upload(large(1), {
    signal: leaving.signal,
    onProgress: (share) => share > 0.3 && leaving.abort(),
  })
  await expect(first).rejects.toMatchObject({ name: 'AbortError' })
  const sent = there
  expect(sent).toBeGreaterThan(0)
  expect(sent).toBeLessThan(3_000_000)
  const before = log.length
  // Another page knows nothing but what this browser keeps.
  expect(await upload(large(1))).toBe('/hfle/v1/7/files/a.pdf')
  expect(log[before]!.method).toBe('GET')
  expect(log[before + 1]!.path).toContain(`offset=${sent}`)
  const done = log.length
  await upload(large(2))
  expect(log[done]!.method).toBe('POST')
  expect(log.slice(done).some(({ method }) => method === 'GET')).toBe(false)
})
it('what the server refuses for good is not offered again', async () => {
  fakeServer(() => refusal(413, 'error.upload.multipartSize', '太大'))
  const queue = new UploadQueue('private')
  queue.add([file], () => undefined)
  await vi.waitFor(() => expect(queue.uploads()[0]?.problem).toBeTruthy())
  expect(queue.uploads()[0]!.canRetry).toBe(false)
})
