import { z } from 'zod'
import { call } from '../call.ts'
import { camera, shareCode } from './camera.ts'
import { clarities, playProtocols } from './viewing.ts'

const base = '/wfpe/v1/{tenant}/camera'
const id = z.coerce.number().int().positive()
const oneOf = (codes: Readonly<Record<string, number>>) =>
  z.coerce
    .number()
    .pipe(z.literal(Object.values(codes)))
    .default(1)

/** A link may stand so many days. */
export const mostShareDays = 90
/** So many look at one link at a time. */
export const mostViewers = 50

const share = z.object({
  id: z.number(),
  title: z.string(),
  hasPassword: z.boolean(),
  /** `over`: its day has passed; `revoked`: taken back. */
  state: z.enum(['open', 'over', 'revoked']),
  expiresAt: z.string(),
  revokedAt: z.string().nullable(),
  createdAt: z.string(),
  createdByName: z.string().nullable(),
  watching: z.number(),
  viewers: z.number(),
})
export type CameraShare = z.infer<typeof share>

// chosen: the specification names these calls without methods and parameters
export const cameraShareState = call({
  endpoint: `GET ${base}/share`,
  summary: 'Whether a camera is shared, by how many links, and how many look now',
  access: { code: shareCode },
  input: z.object({ cameraId: id }),
  answer: z.object({ shared: z.number(), links: z.number(), watching: z.number() }),
})
export const cameraShares = call({
  endpoint: `GET ${base}/shares`,
  summary: 'Links to a camera, the newest first, with how many look and have looked',
  access: { code: shareCode },
  input: z.object({ cameraId: id }),
  answer: z.array(share),
  staleAfter: { [camera.name]: true },
})
export const saveCameraShare = call({
  endpoint: `POST ${base}/save-share`,
  summary: 'Make a view-only link to a camera; its key is told this once',
  access: { code: shareCode },
  input: z.object({
    cameraId: id,
    title: z.string().trim().min(1).max(60),
    expiresAt: z.iso.datetime({ offset: true }),
    /** None: whoever has the link may look. */
    password: z.string().min(4).max(40).optional(),
  }),
  answer: z.object({ id: z.number(), token: z.string() }),
  secret: true,
  lasting: true,
})
export const revokeCameraShare = call({
  endpoint: `DELETE ${base}/share/{id}`,
  summary: 'Take a link back; whoever looks is cut off',
  access: { code: shareCode },
  input: z.object({ id }),
  answer: z.object({ id: z.number() }),
})

const token = z.string().min(1).max(100)
export const sharedCamera = call({
  endpoint: 'POST /wfpe/v1/camera-share',
  summary: 'What a link shows; one answer for all that are worth nothing',
  access: 'public',
  rate: 'sign-in',
  unaudited: true,
  input: z.object({ token }),
  answer: z.object({
    title: z.string(),
    cameraName: z.string(),
    expiresAt: z.string(),
    hasPassword: z.boolean(),
  }),
})
export const sharedLive = call({
  endpoint: 'POST /wfpe/v1/camera-share/live',
  summary: 'Addresses at which a shared camera plays for the next minute',
  access: 'public',
  rate: 'sign-in',
  unaudited: true,
  input: z.object({
    token,
    password: z.string().max(40).optional(),
    /** What the page remembers itself by, so that it counts once. */
    visitor: z.string().regex(/^[\w-]{16,40}$/),
    /** As whoever looks calls themselves; stands in the picture. */
    name: z.string().trim().max(30).optional(),
    /** The film alone: pictures are no part of what is shared. */
    protocol: oneOf({
      flv: playProtocols.flv,
      hls: playProtocols.hls,
      socket: playProtocols.socket,
    }),
    clarity: oneOf(clarities),
  }),
  answer: z.object({
    url: z.string(),
    hdUrl: z.string().nullable(),
    webrtcUrl: z.string().nullable(),
    /** What stands in the picture beside the time: the name, or a part of the address. */
    watermark: z.string(),
  }),
})
