import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import mqtt from 'mqtt'
import { asker, bearer, type Answer, type Farm } from './neighbours-client.ts'

// The full tenant of `npm run bench:neighbours`, in a process of its own: at the word 'go'
// everything at once and without a
// pause, at 'stop' it tells what it was answered.
export interface Load {
  port: number
  mqttPort: number
  farm: Farm
  password: string
  devices: { key: string; secret: string }[]
}
const load = JSON.parse(process.argv[2]!) as Load
const { farm } = load
const lists = 40
const writes = 10
const exports = 4
const imports = 2
const signIns = 4
const waitingOfDevice = 50

const ask = asker(load.port, '127.0.0.3')
const unit = `/wfpf/v1/${farm.id}/unit`
let isGoing = false
let serial = Math.floor(Date.now() / 1000) * 10_000
const told: Record<string, Record<string, number>> = {}

/** What it does; all of it, unless some are named: `BENCH_LOAD=messages,writes`. */
const only = process.env.BENCH_LOAD?.split(',')
async function again(what: string, one: () => Promise<Answer>): Promise<void> {
  if (only && !only.includes(what)) return
  while (isGoing) {
    const { status } = await one().catch((): Answer => ({ status: 0, body: Buffer.alloc(0) }))
    const of = (told[what] ??= {})
    of[status] = (of[status] ?? 0) + 1
    // A client that is told to wait and does not: at once again, but for its own loop.
    if (status !== 200) await pause(5)
  }
}
const json = <T>({ body }: Answer) => JSON.parse(body.toString()) as T
/** A file of 2,000 rows, checked and stored. */
async function importRows(): Promise<Answer> {
  const mark = (serial++).toString(36)
  const boundary = 'furrow-bench'
  const part = (head: string, body: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`
  const table = `Code,Name\r\n${Array.from({ length: 2000 }, (_, at) => `i${mark}-${at},sack`).join('\r\n')}\r\n`
  const sent = await ask(
    'POST',
    `/iam/v1/${farm.id}/imports`,
    part('name="entity"', 'unit') +
      part('name="file"; filename="units.csv"', table) +
      `--${boundary}--\r\n`,
    {
      ...bearer(farm),
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'accept-language': 'en-US',
    },
  )
  if (sent.status !== 200) return sent
  const { jobId } = json<{ jobId: number }>(sent)
  for (let state = 'checking'; state === 'checking' && isGoing; await pause(200))
    state = json<{ state: string }>(
      await ask('GET', `/iam/v1/${farm.id}/imports/${jobId}`, undefined, bearer(farm)),
    ).state
  return ask('POST', `/iam/v1/${farm.id}/imports/${jobId}/apply`, {}, bearer(farm))
}
async function signIn(from: ReturnType<typeof asker>): Promise<Answer> {
  const { publicKey, nonce } = json<{ publicKey: string; nonce: string }>(
    await from('GET', '/oauth/public/password-key'),
  )
  const key = createPublicKey({
    key: Buffer.from(publicKey, 'base64'),
    type: 'spki',
    format: 'der',
  })
  const password = publicEncrypt(
    { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    Buffer.from(`${nonce}:${load.password}`),
  ).toString('base64')
  const form = new URLSearchParams({
    grant_type: 'password',
    username: farm.login,
    password,
    source_type: 'web',
  })
  return from('POST', '/oauth/oauth/token', form.toString(), {
    'content-type': 'application/x-www-form-urlencoded',
  })
}

const connected = await Promise.all(
  load.devices.map(({ key, secret }) =>
    mqtt.connectAsync(`mqtt://127.0.0.1:${load.mqttPort}`, {
      username: key,
      password: secret,
      protocolVersion: 4,
    }),
  ),
)
const message = async (device: (typeof connected)[number]) => {
  await device.publishAsync(
    'v1/devices/me/telemetry',
    JSON.stringify({
      ts: Date.now() - (serial++ % 1000),
      values: { airTemperature: 20, airHumidity: 60, windSpeed: 3 },
    }),
    { qos: 1 },
  )
  return { status: 200, body: Buffer.alloc(0) }
}
const many = (times: number, what: string, one: (at: number) => Promise<Answer>) =>
  Array.from({ length: times }, (_, at) => again(what, () => one(at)))

let running: Promise<unknown> = Promise.resolve()
process.on('message', (word) => {
  if (word === 'go') {
    isGoing = true
    for (const what of Object.keys(told)) delete told[what]
    running = Promise.all(
      [
        many(lists, 'lists', () => ask('GET', `${unit}?size=0&q=unit`, undefined, bearer(farm))),
        many(writes, 'writes', () =>
          ask('POST', unit, { code: `b${(serial++).toString(36)}`, name: 'bag' }, bearer(farm)),
        ),
        many(exports, 'exports', () =>
          ask(
            'POST',
            `/iam/v1/${farm.id}/exports`,
            { entity: 'unit', format: 'xlsx', columns: ['code', 'name'], query: {} },
            bearer(farm),
          ),
        ),
        many(imports, 'imports', importRows),
        // From as many networks, or the first would be refused for all.
        Array.from({ length: signIns }, (_, at) => asker(load.port, `127.0.1.${at + 1}`)).map(
          (from) => again('sign-ins', () => signIn(from)),
        ),
        connected.map((device) => many(waitingOfDevice, 'messages', () => message(device))),
      ].flat(2),
    )
  } else {
    isGoing = false
    void running.then(() => process.send!(told))
  }
})
process.on('disconnect', () => process.exit(0))
process.send!('ready')
