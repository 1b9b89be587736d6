import { z } from 'zod'
import { call, nothing } from '../call.ts'

/** What people are told of that each of them may switch off, or have sent to where they are. */
export const messageKinds = ['task', 'lock', 'plan', 'digest'] as const
export type MessageKind = (typeof messageKinds)[number]
/** The bell of the console makes no noise; a phone and a group chat do. */
export const messageWays = ['bell', 'sms', 'robot'] as const
export type MessageWay = (typeof messageWays)[number]
/** Vendors of group chats whose robots we speak to. */
export const robotChannels = ['dingtalk', 'feishu', 'wecom'] as const
export type RobotChannel = (typeof robotChannels)[number]

const kindWays = z.partialRecord(z.enum(messageKinds), z.array(z.enum(messageWays)).max(3))
export type KindWays = Record<MessageKind, MessageWay[]>
/** As long as nobody says otherwise. */
export const usualWays: KindWays = {
  task: ['bell'],
  lock: ['bell'],
  plan: ['bell'],
  digest: ['bell'],
}
const hour = z.int().min(0).max(23)
/** Hours of the tenant's day, over midnight where the end comes before the beginning. */
const quiet = z
  .object({ from: hour, to: hour })
  .refine(({ from, to }) => from !== to, { params: { code: 'message.quiet_hours' }, path: ['to'] })
export type Quiet = z.infer<typeof quiet>
const sendingStates = ['queued', 'sending', 'sent', 'failed', 'dropped'] as const

const path = 'hmsg/v1/{tenant}/message-settings'
const settings = z.object({
  ways: z.record(z.enum(messageKinds), z.array(z.enum(messageWays))),
  quiet: quiet.nullable(),
  /** The number that messages would go to; masked. */
  phone: z.string().nullable(),
  isPhoneConfirmed: z.boolean(),
  /** The address itself opens the group to whoever knows it: it is never answered. */
  robot: z.object({ channel: z.enum(robotChannels), host: z.string() }).nullable(),
  /** The newest that went, or was to go, by phone or robot. */
  sendings: z.array(
    z.object({
      id: z.int(),
      way: z.enum(messageWays),
      kind: z.enum([...messageKinds, 'test']),
      subject: z.string(),
      state: z.enum(sendingStates),
      attempts: z.int(),
      error: z.string().nullable(),
      createdAt: z.string(),
      /** When it is tried next, as long as it waits. */
      dueAt: z.string(),
    }),
  ),
})
export type MessageSettings = z.infer<typeof settings>
export const messageSettings = call({
  endpoint: `GET /${path}`,
  summary: 'Of what the user is told, by which ways, and when they are left alone',
  access: 'signed-in',
  input: z.object({}),
  answer: settings,
})
export const saveMessageSettings = call({
  endpoint: `PUT /${path}`,
  unaudited: true,
  summary: 'Keep of what the user is told and how; a kind without a way is told by none',
  access: 'signed-in',
  input: z.object({ ways: kindWays, quiet: quiet.nullable() }),
  answer: nothing,
})
export const setMessageRobot = call({
  endpoint: `PUT /${path}/robot`,
  unaudited: true,
  summary: 'The user’s robot in a group chat; without an address there is none',
  access: 'signed-in',
  input: z.object({
    channel: z.enum(robotChannels),
    url: z.string().trim().max(500),
    secret: z.string().trim().max(200).nullish(),
  }),
  answer: nothing,
})
/** Without a code it sends one; with the code, the number is confirmed. */
export const confirmMessagePhone = call({
  endpoint: `POST /${path}/phone`,
  unaudited: true,
  summary: 'Has the user’s number confirmed by a code: sends it, or takes it',
  access: 'signed-in',
  rate: 'sms',
  input: z.object({
    captchaKey: z.string().max(60).optional(),
    captcha: z.string().trim().max(6).optional(),
  }),
  answer: z.object({ captchaKey: z.string().nullable() }),
})
export const testMessageWay = call({
  endpoint: `POST /${path}/test`,
  unaudited: true,
  summary: 'Sends the user one message by one way, at once',
  access: 'signed-in',
  rate: 'sms',
  input: z.object({ way: z.enum(['sms', 'robot']) }),
  answer: nothing,
})
