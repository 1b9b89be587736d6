import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { filesOfAttachment } from '#contract/file/file-calls.ts'
import { Client } from '#server/demo/client.ts'
import { clientWith, newTenant, download } from './harness.ts'
import { oneFarm } from './ground.ts'

const { app, mine } = await oneFarm({ liveBeat: 300 })

describe('uploads', () => {
  async function upload(
    content: Buffer,
    name: string,
    fields: Record<string, string> = {},
    client = mine.admin,
  ) {
    const form = new FormData()
    for (const [key, value] of Object.entries(fields)) form.append(key, value)
    form.append('file', new Blob([new Uint8Array(content)]), name)
    const encoded = new Response(form)
    return app.http.inject({
      method: 'POST',
      url: `/hfle/v1/${client.tenantId}/files/multipart`,
      payload: Buffer.from(await encoded.arrayBuffer()),
      headers: {
        authorization: `Bearer ${client.token}`,
        'content-type': encoded.headers.get('content-type')!,
      },
    })
  }
  const picture = (format: 'jpeg' | 'png') =>
    sharp({ create: { width: 900, height: 600, channels: 3, background: '#4a7' } })[format]()

  test('are encoded anew, without the place they were taken at, and answered as an address', async () => {
    const withPlace = await picture('jpeg')
      .withExif({ IFD3: { GPSLatitude: '22/1 57/1 0/1' }, IFD0: { Make: 'SECRETCAM' } })
      .toBuffer()
    expect(withPlace.includes('SECRETCAM')).toBe(true)
    const answer = await upload(withPlace, '../../基地 照片.jpg')
    expect([answer.statusCode, typeof answer.json()]).toEqual([200, 'string'])
    const stored = await download(new Client(app.http), answer.json())
    expect([
      stored.statusCode,
      stored.headers['content-type'],
      stored.rawPayload.includes('SECRETCAM'),
    ]).toEqual([200, 'image/jpeg', false])
    expect(stored.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const small = await download(
      new Client(app.http),
      `${answer.json<string>()}&resize=1&width=390&height=1`,
    )
    expect((await sharp(small.rawPayload).metadata()).width).toBeLessThanOrEqual(400)
  })

  test.each([
    [
      'an svg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'x.svg',
      422,
    ],
    ['html called jpg', Buffer.from('<html><script>alert(1)</script></html>'), 'x.jpg', 422],
    ['a script behind a gif head', Buffer.from('GIF89a/*<script>*/=1'), 'x.gif', 422],
    [
      'a broken jpeg',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(500, 1)]),
      'x.jpg',
      422,
    ],
    ['nothing', Buffer.alloc(0), 'x.png', 422],
    ['51 MB', Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(51 * 1024 * 1024)]), 'x.pdf', 413],
  ])('refuse %s', async (_what, content, name, status) => {
    const answer = await upload(content, name)
    expect([answer.statusCode, answer.json().failed]).toEqual([status, true])
  })

  test('refuse a picture of more pixels than any camera has', async () => {
    const bomb = await sharp({
      create: { width: 9000, height: 9000, channels: 3, background: '#fff' },
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect((await upload(bomb, 'bomb.png')).statusCode).toBe(422)
  })

  test('are answered in parts to whoever plays them', async () => {
    const address = (
      await upload(
        Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(988, 7)]),
        'film.mp4',
      )
    ).json<string>()
    const part = async (range: string) => {
      const { statusCode, headers, rawPayload } = await download(mine.admin, address, { range })
      return [statusCode, headers['content-range'], rawPayload.length]
    }
    expect(await part('bytes=0-99')).toEqual([206, 'bytes 0-99/1000', 100])
    expect(await part('bytes=990-')).toEqual([206, 'bytes 990-999/1000', 10])
    expect(await part('bytes=-5')).toEqual([206, 'bytes 995-999/1000', 5])
    expect(await part('bytes=0-5000')).toEqual([206, 'bytes 0-999/1000', 1000])
    expect(await part('bytes=1000-')).toEqual([416, 'bytes */1000', 0])
    expect(await part('nonsense')).toEqual([200, undefined, 1000])
  })

  test('that are private need a session of their tenant', async () => {
    const attachmentUUID = '3f0b1c52-8a1e-4d6e-9c55-7a3f5be0c001'
    const answer = await upload(Buffer.from('%PDF-1.7 test'), '检测报告.pdf', {
      bucketName: 'private',
      attachmentUUID,
    })
    const signed = answer.json<string>()
    const address = signed.split('?')[0]!
    expect((await download(new Client(app.http), address)).statusCode).toBe(401)
    expect((await download((await newTenant(app)).admin, address)).statusCode).toBe(404)
    const file = await download(mine.admin, address)
    expect([file.statusCode, file.headers['content-disposition']]).toEqual([
      200,
      `attachment; filename*=UTF-8''${encodeURIComponent('检测报告.pdf')}`,
    ])
    expect(
      await mine.admin.call(filesOfAttachment, { id: '3f0b1c52-8a1e-4d6e-9c55-7a3f5be0c001' }),
    ).toMatchObject([{ fileUrl: signed, fileName: '检测报告.pdf' }])
  })

  test('in somebody else’s path are nobody’s business', async () => {
    const theirs = await newTenant(app)
    expect(
      (
        await upload(
          await picture('png').toBuffer(),
          'x.png',
          {},
          clientWith(app, mine.admin.token, theirs.id),
        )
      ).statusCode,
    ).toBe(404)
    writeFileSync(join(app.filesDir, 'outside.txt'), 'x')
    for (const path of ['../outside.txt', '..%2foutside.txt', 'x'])
      expect([400, 404]).toContain(
        (await mine.admin.fetch(`/hfle/v1/{tenant}/files/content/${path}`)).statusCode,
      )
  })
})
