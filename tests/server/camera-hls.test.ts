import { spawn, type ChildProcess } from 'node:child_process'
import { createCipheriv } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scratchDir } from '#scripts/scratch.mjs'
import { arrival } from '#server/modules/camera/engine/arrival.ts'
import { ffmpegFile } from '#server/modules/camera/engine/ffmpeg.ts'
import { piecesOf } from '#server/modules/camera/engine/hls-feed.ts'
import { fullestOf, readList } from '#server/modules/camera/engine/hls-list.ts'
import { Streams } from '#server/modules/camera/engine/streams.ts'
import { outgoing, refusal } from './camera-peers.ts'

/** Sixteen bytes. */
const keyText = 'a farm and its k'
const folder = mkdtempSync(join(scratchDir(), 'furrow-hls-'))
let url: string
/** What was asked, with the account it was asked with. */
const asked: Pick<IncomingMessage, 'url' | 'headers'>[] = []
/** Answers that are no files. */
const said = new Map<string, string>()
let knowsRanges = true
const server = createServer((request, response) => {
  asked.push(request)
  const text = said.get(request.url!)
  if (text !== undefined) return void response.end(text)
  readFile(join(folder, request.url!)).then(
    (bytes) => {
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
      if (!knowsRanges || from === undefined) return response.end(bytes)
      response.writeHead(206).end(bytes.subarray(Number(from), Number(to) + 1))
    },
    () => response.writeHead(404).end(),
  )
})
const senders: ChildProcess[] = []
beforeAll(async () => {
  await writeFile(join(folder, 'live.key'), keyText)
  await writeFile(join(folder, 'key.info'), `live.key\n${join(folder, 'live.key')}\n`)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  for (const sender of senders) sender.kill('SIGKILL')
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A camera that writes its picture as pieces, live. */
async function send(name: string, ...more: string[]): Promise<void> {
  const sender = spawn(
    ffmpegFile()!,
    [
      ...'-loglevel error -re -f lavfi -i testsrc=size=160x90:rate=10 -c:v libx264'.split(' '),
      ...'-preset ultrafast -tune zerolatency -g 10 -pix_fmt yuv420p -f hls -hls_time 1'.split(' '),
      ...'-hls_list_size 4 -hls_flags delete_segments+independent_segments+omit_endlist'.split(' '),
      ...more,
      join(folder, name),
    ],
    { stdio: 'ignore' },
  )
  senders.push(sender)
  await expect
    .poll(() => readFile(join(folder, name)).then(String, () => ''), { timeout: 10_000 })
    .toContain('EXTINF')
}
const key = { tenant: 1, camera: 1, clarity: 'sd' } as const

test.each([
  ['of transport streams', 'ts.m3u8', [] as string[]],
  ['of MP4', 'mp4.m3u8', ['-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', 'init.mp4']],
  [
    'of encrypted pieces',
    'aes.m3u8',
    // Its own names, so that it meets none of the first.
    ['-hls_key_info_file', join(folder, 'key.info')],
  ],
])(
  'a list %s is read as one stream, piece by piece as they come',
  async (_name, file, more) => {
    await send(file, ...more)
    const streams = new Streams(
      async () => ({ feed: { kind: 'hls', url: `${url}/${file}` }, transcodes: false }),
      outgoing,
    )
    expect(await arrival(streams, key, 12_000)).toBe('h264')
    const times: number[] = []
    const leave = streams.join(key, {
      take: (_bytes, tag) => {
        if (tag?.kind === 'video' && !tag.isSetup) times.push(Date.now())
      },
      close: () => undefined,
    })
    // More than all that the list had at first.
    await expect.poll(() => times.length, { timeout: 15_000 }).toBeGreaterThan(60)
    leave()
    streams.stop()
    // It flows; it does not come a piece at a time.
    const gaps = times.slice(20).map((at, i) => at - times[i + 19]!)
    expect(Math.max(...gaps)).toBeLessThan(2500)
  },
  40_000,
)

const list = (...lines: string[]) => ['#EXTM3U', ...lines].join('\n')
async function bytesOf(at: string, headers = {}, way: Partial<typeof outgoing> = {}) {
  const parts: Buffer[] = []
  for await (const part of piecesOf({ kind: 'hls', url: at, headers }, { ...outgoing, ...way }))
    parts.push(part)
  return Buffer.concat(parts).toString()
}

test('of several pictures the fullest is read, with the account at its own host alone', async () => {
  const other = createServer((request, response) => {
    asked.push(request)
    response.end('3')
  })
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  said.set(
    '/master.m3u8',
    list(
      '#EXT-X-STREAM-INF:BANDWIDTH=200000,CODECS="avc1.4d401e,mp4a.40.2"',
      'small.m3u8',
      '#EXT-X-STREAM-INF:BANDWIDTH=900000',
      'deep/full.m3u8?quality=1',
    ),
  )
  said.set(
    '/deep/full.m3u8?quality=1',
    list(
      '#EXTINF:2,',
      '1.ts',
      '',
      '#EXTINF:2,',
      '/2.ts',
      '#EXTINF:2,',
      `${elsewhere}/3.ts`,
      '#EXT-X-ENDLIST',
    ),
  )
  said.set('/deep/1.ts', '1').set('/2.ts', '2')
  asked.length = 0
  expect(await bytesOf(`${url}/master.m3u8`, { authorization: 'Basic x' })).toBe('123')
  // Streams of the tests before may look at their lists once more.
  const own = asked.filter(({ url: path }) => !/^\/(ts|mp4|aes)/.test(path!))
  expect(own.map(({ url: path, headers }) => [path, headers.authorization])).toEqual([
    ['/master.m3u8', 'Basic x'],
    ['/deep/full.m3u8?quality=1', 'Basic x'],
    ['/deep/1.ts', 'Basic x'],
    ['/2.ts', 'Basic x'],
    ['/3.ts', undefined],
  ])
  other.close()
})

test('pieces are ranges of a file and encrypted; a key that does not fit is said', async () => {
  const key = Buffer.from(keyText)
  const encrypt = (text: string, iv: Buffer) => {
    const cipher = createCipheriv('aes-128-cbc', key, iv)
    return Buffer.concat([cipher.update(text), cipher.final()])
  }
  const own = Buffer.alloc(16, 7)
  const byNumber = Buffer.alloc(16)
  byNumber[15] = 4
  const parts = [encrypt('setup ', own), encrypt('three ', own), encrypt('four', byNumber)]
  const [setup, three, four] = parts.map(({ length }) => length)
  await writeFile(join(folder, 'all.mp4'), Buffer.concat(parts))
  await writeFile(join(folder, 'all.key'), key)
  await writeFile(join(folder, 'short.key'), 'short')
  const lines = (file: string) =>
    list(
      '#EXT-X-MEDIA-SEQUENCE:3',
      `#EXT-X-KEY:METHOD=AES-128,URI="${file}",IV=0x${own.toString('hex')}`,
      `#EXT-X-MAP:URI="all.mp4",BYTERANGE="${setup}@0"`,
      `#EXT-X-BYTERANGE:${three}@${setup}`,
      '#EXTINF:2,',
      'all.mp4',
      `#EXT-X-KEY:METHOD=AES-128,URI="${file}"`,
      `#EXT-X-BYTERANGE:${four}`,
      '#EXTINF:2,',
      'all.mp4',
      '#EXT-X-ENDLIST',
    )
  said.set('/ranges.m3u8', lines('all.key'))
  asked.length = 0
  // Once by a server that knows ranges, and once by one that does not.
  for (const knows of [true, false]) {
    knowsRanges = knows
    expect(await bytesOf(`${url}/ranges.m3u8`)).toBe('setup three four')
  }
  expect(asked.filter(({ url: path }) => path === '/all.key')).toHaveLength(2)
  expect(
    asked
      .map(({ headers }) => headers.range)
      .filter(Boolean)
      .slice(0, 3),
  ).toEqual([
    `bytes=0-${setup! - 1}`,
    `bytes=${setup!}-${setup! + three! - 1}`,
    `bytes=${setup! + three!}-${setup! + three! + four! - 1}`,
  ])
  await writeFile(join(folder, 'other.key'), 'another key here')
  for (const file of ['short.key', 'other.key']) {
    said.set('/bad.m3u8', lines(file))
    expect(await refusal(bytesOf(`${url}/bad.m3u8`))).toBe('no_stream')
  }
  said.set('/away.m3u8', lines('away.key'))
  expect(await refusal(bytesOf(`${url}/away.m3u8`))).toBe('not_found')
})

test('what a list names is called under the same rules as the list', async () => {
  said.set('/inward.m3u8', list('#EXTINF:2,', 'http://169.254.169.254/latest', '#EXT-X-ENDLIST'))
  said.set('/local.m3u8', list('#EXTINF:2,', 'file:///etc/passwd', '#EXT-X-ENDLIST'))
  // A name of this machine is all that may be called.
  const port = Number(new URL(url).port)
  const closed = { allowsPrivate: false, stands: new Map([['cameras.test', port]]) }
  for (const name of ['inward', 'local'])
    expect(await refusal(bytesOf(`http://cameras.test/${name}.m3u8`, {}, closed))).toBe(
      'unreachable',
    )
})

test('lists that are none, and pieces of a kind that is not read, are refused', async () => {
  said.set('/page.m3u8', '<html>sign in</html>')
  expect(await refusal(bytesOf(`${url}/page.m3u8`))).toBe('no_stream')
  expect(await refusal(bytesOf(`${url}/nowhere.m3u8`))).toBe('not_found')
  for (const tag of [
    '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="key"',
    '#EXT-X-KEY:METHOD=AES-128,URI="skd://key",KEYFORMAT="com.apple.streamingkeydelivery"',
    '#EXT-X-KEY:METHOD=AES-128,URI="key"\n#EXT-X-MAP:URI="init.mp4"',
  ])
    expect(() => readList(list(tag, '#EXTINF:2,', '1.ts'), url)).toThrow(/hls_encrypted/)
  for (const range of ['x@0', '0@0', '100'])
    expect(() => readList(list(`#EXT-X-BYTERANGE:${range}`, '#EXTINF:2,', '1.ts'), url)).toThrow(
      /no_stream/,
    )
  const open = readList(
    list('#EXT-X-TARGETDURATION:4', '#EXT-X-MEDIA-SEQUENCE:7', '#EXT-X-KEY:METHOD=NONE', '1.ts'),
    `${url}/a/b.m3u8`,
  )
  expect(open).toEqual({
    pieces: [{ number: 7, url: `${url}/a/1.ts`, setup: null, key: null, range: null }],
    seconds: 4,
    isWhole: false,
  })
  expect(fullestOf(list('#EXTINF:2,', '1.ts'), url)).toBeNull()
})
