import { z } from 'zod'
import { call, nothing } from '../call.ts'
import { isPlain } from '../field.ts'
import { editsDevices, seesDevices } from './device-calls.ts'
import { isDescription } from '../telemetry/expression.ts'

const key = z.coerce.number().int().positive()
const words = (max: number) => z.string().trim().max(max).refine(isPlain)
/** Most channels of a device that are given names. */
const mostChannels = 100

const channel = z.strictObject({
  metric: z.string().regex(/^[A-Za-z]\w{0,40}(\.\d{1,2})?$/),
  /** What it is called here; empty as its type calls it. */
  name: words(40),
  /**
   * A note; its `{…}` are formulas over `value` and are shown in place of the number
   * (docs/specification.md 7.8).
   */
  description: words(120).refine(isDescription),
})
export type ChannelWords = z.infer<typeof channel>
export const deviceChannels = call({
  endpoint: 'GET /wfpe/v1/{tenant}/device/{id}/channels',
  summary: 'What people call the channels of a device',
  access: { code: seesDevices },
  input: z.object({ id: key }),
  answer: z.array(channel),
})
export const saveDeviceChannels = call({
  endpoint: 'PUT /wfpe/v1/{tenant}/device/{id}/channels',
  summary: 'Names the channels of a device; those left out are called as their type calls them',
  access: { code: editsDevices },
  input: z.strictObject({ id: key, channels: z.array(channel).max(mostChannels) }),
  answer: nothing,
})
