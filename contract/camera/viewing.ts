import { z } from 'zod'
import { call } from '../call.ts'
import { camera, steerCode, watchCode } from './camera.ts'
import { heldPlaces } from './recording.ts'

const base = '/wfpe/v1/{tenant}/camera'
const manage = camera.permissions.list[1]
/** Whoever may list cameras may watch them. */
const watching = { code: [watchCode, manage] }
const number = z.coerce.number().int()
const cameraId = number.positive()

/**
 * What a play address speaks. `flv`: one stream over HTTP; `hls`: a list of fragmented MP4 pieces,
 * for players without media source extensions; `still`: the picture of now, as JPEG; `socket`: the
 * stream of `flv` over a WebSocket, of which browsers have more than six. chosen: the clouds count
 * otherwise, and only 1 is in the specification.
 */
export const playProtocols = { flv: 1, hls: 2, still: 3, socket: 4 } as const
/** `hd` is 2 on the wire, as the specification’s clients know it. */
export const clarities = { sd: 1, hd: 2 } as const
export type Clarity = keyof typeof clarities

export const liveAddress = call({
  endpoint: `POST ${base}/live`,
  summary: 'Addresses at which a camera plays for the caller, for the next minute',
  access: watching,
  input: z.object({
    cameraId,
    protocol: z.coerce
      .number()
      .pipe(z.literal(Object.values(playProtocols)))
      .default(1),
    clarity: z.coerce
      .number()
      .pipe(z.literal(Object.values(clarities)))
      .default(1),
    /** Of stills: somebody watches by them. Without it they are pictures of a list. */
    watched: z.boolean().optional(),
    /** What its own card recorded from then on, in real time; without it, live. */
    from: z.iso.datetime({ offset: true }).optional(),
    /** Where that is kept, as `recordings/held` tells it. */
    place: z.enum(heldPlaces).optional(),
  }),
  answer: z.object({
    cameraName: z.string(),
    url: z.string(),
    /** null where the camera has one picture alone. */
    hdUrl: z.string().nullable(),
    /** Where an offer of WebRTC is answered (WHEP); null where it is not played so. */
    webrtcUrl: z.string().nullable(),
    clarity: z.number(),
    /** What the addresses carry; of no use for any other camera or caller. */
    accessToken: z.string(),
  }),
  secret: true,
})

/**
 * Where to: 0 up, 1 down, 2 left, 3 right, 4 left-up, 5 left-down, 6 right-up, 7 right-down, 8 zoom
 * in, 9 zoom out, −1 stop.
 */
export const directions = {
  up: 0,
  down: 1,
  left: 2,
  right: 3,
  leftUp: 4,
  leftDown: 5,
  rightUp: 6,
  rightDown: 7,
  zoomIn: 8,
  zoomOut: 9,
  stop: -1,
} as const
export type Direction = keyof typeof directions
/** Ms after which a camera stops when whoever turns it is not heard any more. */
export const heldMs = 1000
/** Bolts look where they were put. */
export const steerable = ({ cameraType }: { cameraType: number }) => cameraType === 1
export const controlCamera = call({
  endpoint: `POST ${base}/control`,
  summary: 'Turn or zoom a camera until it is told to stop; said again while it is to go on',
  access: { code: steerCode },
  input: z.object({
    id: cameraId,
    direction: z.coerce.number().pipe(z.literal(Object.values(directions))),
    /** Of what the camera can, 1 to 100. */
    speed: number.min(1).max(100).default(50),
  }),
  /** 1 done, 0 not. */
  answer: z.literal([0, 1]),
  form: true,
  unaudited: true,
})

export const captureCamera = call({
  endpoint: `POST ${base}/capture`,
  summary: 'Keep the picture that a camera shows now',
  access: watching,
  input: z.object({
    cameraId,
    /** As who asks sees it; the one picture of cameras that have one alone. */
    clarity: z.coerce
      .number()
      .pipe(z.literal(Object.values(clarities)))
      .default(1),
  }),
  answer: z.object({ fileUrl: z.string() }),
})
export const disableCamera = call({
  endpoint: `POST ${base}/disable`,
  summary: 'Close a camera to everybody, or open it again; who watches is cut off',
  access: { code: camera.permissions.edit },
  input: z.object({
    id: cameraId,
    disabled: z.coerce
      .number()
      .pipe(z.literal([0, 1]))
      .default(1),
  }),
  answer: z.literal([0, 1]),
  form: true,
})
export const setCameraSecret = call({
  endpoint: `PUT ${base}/secret`,
  summary: 'Set the password that a camera is asked with; empty takes it away',
  access: { code: camera.permissions.edit },
  input: z.object({ id: cameraId, secret: z.string().max(300) }),
  answer: z.record(z.string(), z.unknown()),
  lasting: true,
})

/** What is asked, one after the other, when a camera does not play. */
export const checkSteps = [
  'enabled',
  'registered',
  'address',
  'reachable',
  'arriving',
  'codec',
  /** Of cameras alone that are played as WebRTC. */
  'webrtc',
] as const
export type CheckStep = (typeof checkSteps)[number]
export const checkCamera = call({
  endpoint: `POST ${base}/check`,
  summary: 'Find out why a camera does not play: each step with what was found',
  access: watching,
  input: z.object({ cameraId }),
  answer: z.object({
    steps: z.array(
      z.object({
        step: z.enum(checkSteps),
        /** null: not asked, because one before it failed. */
        ok: z.boolean().nullable(),
        /** A word of `camera.faults`, in the caller's language. */
        found: z.string(),
        /** What to do about it. */
        advice: z.string(),
      }),
    ),
    /** As the stream says it: 'h264', 'hevc'; null: nothing is read of it here. */
    codec: z.string().nullable(),
  }),
})

const brief = z.object({
  id: z.number(),
  name: z.string(),
  deviceSerial: z.string(),
  channelNo: z.number().nullable(),
  cameraType: z.number(),
  cameraEnter: z.number(),
  online: z.number(),
  enabledFlag: z.number(),
  areaId: z.number(),
  areaName: z.string().nullable(),
  landId: z.number().nullable(),
  landName: z.string().nullable(),
})
export type CameraBrief = z.infer<typeof brief>
const list = (path: string, summary: string, input: z.ZodType = z.object({})) =>
  call({
    endpoint: `GET ${base}/${path}`,
    summary,
    access: watching,
    input,
    answer: z.array(brief),
    rowsOf: camera.name,
  })
// chosen: the specification names these without their parameters
export const allCameras = list('all', 'Every camera that the caller may see')
export const tenantCameras = list(
  'tenant',
  'Cameras by relation: the tenant’s own',
  z.object({ relation: z.literal('owner').default('owner') }),
)
export const areaCameras = call({
  endpoint: `GET ${base}/area`,
  summary: 'Cameras of a base',
  access: watching,
  input: z.object({ areaId: cameraId }),
  answer: z.array(brief),
  rowsOf: camera.name,
})
export const cameraTree = call({
  endpoint: `GET ${base}/tree`,
  summary: 'Bases with their cameras',
  access: watching,
  input: z.object({}),
  answer: z.array(z.object({ areaId: z.number(), areaName: z.string(), cameras: z.array(brief) })),
  rowsOf: camera.name,
})
export const cameraData = call({
  endpoint: `GET ${base}/data`,
  summary: 'What the box on a camera’s pole last said of itself',
  // As the box's own list: who watches pictures does not therefore see devices.
  access: { code: manage },
  input: z.object({ cameraId }),
  answer: z.object({
    cameraId: z.number(),
    online: z.number(),
    /** null: there is no box, or it has never said anything. */
    lastSeenAt: z.string().nullable(),
    readings: z.array(z.object({ metric: z.string(), value: z.number(), at: z.string() })),
  }),
  rowsOf: camera.name,
})
// chosen: clients know the path without its method; `DELETE camera/{id}` does the same
export const removeCamera = call({
  endpoint: `POST ${base}/delete`,
  summary: 'Delete a camera',
  access: { code: camera.permissions.delete },
  input: z.object({ id: cameraId }),
  answer: z.literal(1),
})
export const bindCamera = call({
  endpoint: `POST ${base}/binding`,
  summary: 'Bind a camera to a concentrator, or with none unbind it',
  access: { code: camera.permissions.edit },
  input: z.object({ id: cameraId, contentratorId: cameraId.nullable() }),
  answer: z.literal([0, 1]),
})
