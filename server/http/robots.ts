import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import type { RobotChannel } from '#contract/message/ways.ts'
import { postJson, type Outgoing } from '#server/http/outgoing.ts'

/** A robot in a group chat: where it listens, and what it wants messages signed with. */
interface Robot {
  url: string
  secret: string | null
}

interface Request {
  url: string
  body: Record<string, unknown>
}

/** One way of speaking per vendor. `now` in ms. */
const requests: Readonly<
  Record<RobotChannel, (robot: Robot, text: string, now: number) => Request>
> = {
  // https://open.dingtalk.com/document/robots/customize-robot-security-settings
  dingtalk: ({ url, secret }, text, now) => {
    const address = new URL(url)
    if (secret) {
      address.searchParams.set('timestamp', String(now))
      address.searchParams.set(
        'sign',
        createHmac('sha256', secret).update(`${now}\n${secret}`).digest('base64'),
      )
    }
    return { url: address.href, body: { msgtype: 'text', text: { content: text } } }
  },
  // https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot: the text to sign is the key,
  // and what is signed is empty
  feishu: ({ url, secret }, text, now) => {
    const timestamp = String(Math.floor(now / 1000))
    const signed = secret
      ? { timestamp, sign: createHmac('sha256', `${timestamp}\n${secret}`).digest('base64') }
      : {}
    return { url, body: { ...signed, msg_type: 'text', content: { text } } }
  },
  // https://developer.work.weixin.qq.com/document/path/91770: the key is part of the address
  wecom: ({ url }, text) => ({ url, body: { msgtype: 'text', text: { content: text } } }),
}

/** What a robot says, without what opens its group, should it say again what it was told. */
function withoutSecrets(text: string, { url, secret }: Robot): string {
  const { pathname, search, searchParams } = new URL(url)
  return [url, pathname + search, ...searchParams.values(), ...pathname.split('/'), secret ?? '']
    .filter((part) => part.length >= 6)
    .reduce((left, part) => left.replaceAll(part, '…'), text)
}

/**
 * Says a text in the robot's group. Errors: throws when it cannot be reached, or refuses; all three
 * answer 200 to what they refuse.
 */
export async function speak(
  channel: RobotChannel,
  robot: Robot,
  text: string,
  outgoing: Outgoing,
  now = Date.now(),
): Promise<void> {
  const { url, body } = requests[channel](robot, text, now)
  const answer = await postJson(url, body, outgoing)
  const { errcode, code, StatusCode, errmsg, msg } = answer as {
    errcode?: number
    code?: number
    StatusCode?: number
    errmsg?: string
    msg?: string
  }
  const status = errcode ?? code ?? StatusCode
  if (status !== 0)
    throw new Error(
      `${channel} refused: ${status ?? '?'} ${withoutSecrets(String(errmsg ?? msg ?? ''), robot).slice(0, 160)}`,
    )
}

const keyOf = (secret: string) => createHash('sha256').update(`alarm robot\n${secret}`).digest()
/** Whoever reads the database without the installation's secret reads nothing of it. */
export function sealRobot(secret: string, robot: Robot): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv)
  const text = Buffer.concat([cipher.update(JSON.stringify(robot)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')
}
/** Errors: throws when it was sealed with another secret. */
export function openRobot(secret: string, sealed: string): Robot {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return JSON.parse(
    Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString(),
  ) as Robot
}
