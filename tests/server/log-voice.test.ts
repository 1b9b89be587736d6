import { expect, test } from 'vitest'
import { farmLog } from '#contract/journal/farm-log.ts'
import { callOf } from '#contract/entity-calls.ts'
import { oneFarm } from './ground.ts'
import { sample } from './samples.ts'

const { app, mine } = await oneFarm()
/** How a browser's recording begins: its kind, and the codec of each of its tracks. */
const recording = (...codecs: string[]) =>
  Buffer.concat([
    Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x82, 0x84]),
    Buffer.from('webm', 'latin1'),
    ...codecs.map((codec) =>
      Buffer.concat([Buffer.from([0x86, codec.length | 0x80]), Buffer.from(codec)]),
    ),
    Buffer.from([0x1f, 0x43, 0xb6, 0x75]),
    // Sound may say anything by chance.
    Buffer.from('V_VP9'),
    Buffer.alloc(2000, 7),
  ])
const send = (name: string, body: Buffer) => mine.admin.upload(name, 'audio/webm', body)

test('what was said is kept with its entry and played where it stands', async () => {
  const sound = recording('A_OPUS')
  const fileUrl = await send('语音.weba', sound)
  const made = await mine.admin.call(callOf(farmLog, 'create'), {
    ...(await sample(farmLog, mine.admin)),
    voice: [{ fileUrl, fileName: '语音.weba', fileSize: sound.length }],
  })
  const [kept] = made.voice as { fileUrl: string; fileName: string }[]
  expect(kept).toMatchObject({ fileName: '语音.weba' })
  const shown = await app.http.inject({ url: kept!.fileUrl, headers: { range: 'bytes=0-99' } })
  expect([shown.statusCode, shown.headers['content-type'], shown.rawPayload.length]).toEqual([
    206,
    'audio/webm',
    100,
  ])
  expect(shown.headers['content-disposition']).toMatch(/^inline/)
  expect(shown.headers['content-security-policy']).toContain('sandbox')
})

test('a film is no sound, and neither is what only begins like one', async () => {
  for (const body of [recording('A_OPUS', 'V_VP9'), recording(), Buffer.from('OggS and no more')])
    await expect(send('x.weba', body)).rejects.toThrow(/422/)
})
