import { z } from 'zod'
import { call } from '../call.ts'
import { camera, watchCode } from './camera.ts'

const base = '/wfpe/v1/{tenant}/camera'
const access = { code: [watchCode, camera.permissions.list[1]] }
const cameraId = z.coerce.number().int().positive()
const between = z.object({
  cameraId,
  from: z.iso.datetime({ offset: true }),
  to: z.iso.datetime({ offset: true }),
})
const span = z.object({ startsOn: z.string(), endsOn: z.string() })
export type RecordedSpan = z.infer<typeof span>
/** Hours of recordings that are played in one go. */
export const mostPlayedHours = 24
/** How fast recordings are played. */
export const playRates = [1, 2, 4] as const

export const cameraRecordings = call({
  endpoint: `GET ${base}/recordings`,
  summary: 'What is recorded of a camera between two moments: spans without a gap',
  access,
  input: between,
  answer: z.object({
    spans: z.array(span),
    /** The first and last that there is of the camera at all; null: nothing is recorded. */
    kept: span.nullable(),
    bytes: z.number(),
    /** When the oldest last went before their time because there was no room. */
    roomLackedAt: z.string().nullable(),
    /** Whether the camera's own card can be asked (`camera/live` with `from`). */
    hasCard: z.boolean(),
  }),
})
/** Where a source itself keeps recordings: on the camera's card or its recorder, or in its cloud. */
export const heldPlaces = ['card', 'cloud'] as const
export type HeldPlace = (typeof heldPlaces)[number]
const held = span.extend({ place: z.enum(heldPlaces) })
export type HeldSpan = z.infer<typeof held>
/**
 * How much is known of it: all of it; a part; nothing, because the answer did not come; nothing,
 * because cameras that are reached so are not asked for it.
 */
const heldStates = ['all', 'part', 'unknown', 'untold'] as const
export const heldRecordings = call({
  endpoint: `GET ${base}/recordings/held`,
  summary: 'What a camera’s own card, its recorder or its cloud holds between two moments',
  access,
  input: between,
  answer: z.object({
    told: z.enum(heldStates),
    spans: z.array(held),
    /** What is lacking and why, in the caller's language; empty where all is told. */
    why: z.string(),
  }),
})
export const playRecording = call({
  endpoint: `POST ${base}/playback`,
  summary: 'An address at which what is recorded of a camera plays for the caller',
  access,
  input: between,
  answer: z.object({
    url: z.string(),
    /** What the address carries. */
    accessToken: z.string(),
    /** Where in the film each span begins: seconds of the film, and the moment it shows. */
    parts: z.array(z.object({ at: z.number(), startsOn: z.string(), seconds: z.number() })),
  }),
  secret: true,
})
