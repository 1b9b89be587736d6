import { z } from 'zod'
import { call, nothing } from '../call.ts'
import { shellCodes } from '../shell-codes.ts'

const key = z.coerce.number().int().positive()
const mostScreenChannels = 200
/** A device's channel, or all of a device's. */
const channel = z.strictObject({
  deviceId: z.int().positive(),
  metric: z.string().max(60).nullable(),
})
export type ScreenChannel = z.infer<typeof channel>

// chosen: the specification has the access token itself appended to a screen's address
// (docs/specification.md 2.8)
export const createScreenCode = call({
  endpoint: 'POST /wfpf/v1/{tenant}/tenant-screen/{id}/code',
  summary: 'A one-time code for one screen on another host that the operator has listed',
  access: { code: shellCodes.visualEntry },
  unaudited: true,
  secret: true,
  lasting: true,
  input: z.object({ id: key }),
  answer: z.object({ code: z.string(), expiresIn: z.int() }),
})
/** `{tenant}.{secret}`: who redeems it knows whose screen it is. */
export const screenPass = z.string().regex(/^\d{1,15}\.[\w-]{20,80}$/)
export const redeemScreenCode = call({
  endpoint: 'POST /oauth/public/screen-token',
  summary: 'Exchange a screen’s code for a token that reads its values, for a day',
  access: 'public',
  rate: 'sign-in',
  unaudited: true,
  secret: true,
  input: z.strictObject({ code: screenPass }),
  answer: z.object({
    access_token: z.string(),
    token_type: z.literal('bearer'),
    expires_in: z.int(),
    screenId: z.int(),
  }),
})
const value = z.object({
  deviceId: z.int(),
  deviceName: z.string(),
  metric: z.string(),
  at: z.string(),
  value: z.number(),
})
export const screenValues = call({
  endpoint: 'GET /oauth/public/screen-values',
  summary: 'The newest values of a screen’s channels, for the bearer of its token',
  access: 'public',
  rate: 'ordinary',
  input: z.object({}),
  answer: z.array(value),
})
const set = z.object({
  id: z.int(),
  screenName: z.string(),
  screenAddress: z.string(),
  channels: z.array(channel),
  /** Devices of it that are deleted. */
  gone: z.array(z.int()),
})
export type ScreenSetting = z.infer<typeof set>
export const screenEditCode = 'wfpf.company.system.corporation.ps.edit'
const mayEdit = { code: screenEditCode }
export const screenSettings = call({
  endpoint: 'GET /wfpf/v1/{tenant}/tenant-screen/channels',
  summary: 'What each screen may read',
  access: mayEdit,
  input: z.object({}),
  answer: z.array(set),
})
export const saveScreenChannels = call({
  endpoint: 'PUT /wfpf/v1/{tenant}/tenant-screen/{id}/channels',
  summary: 'Set what a screen may read',
  access: mayEdit,
  input: z.strictObject({ id: key, channels: z.array(channel).max(mostScreenChannels) }),
  answer: nothing,
})
