import { z } from 'zod'
import { call } from '../call.ts'
import { screen } from '../screen.ts'
import { camera, watchCode } from './camera.ts'

const base = '/wfpe/v1/{tenant}/camera'
const manage = camera.permissions.list[1]
const access = { code: [watchCode, manage] }
const id = z.coerce.number().int().positive()
const day = z.iso.date()

const picture = z.object({
  id: z.number(),
  cameraId: z.number(),
  cameraName: z.string(),
  takenOn: z.string(),
  /** On the tenant's clock. */
  day: z.string(),
  fileUrl: z.string(),
  /** null: taken by hand, or its timer is gone. */
  timerName: z.string().nullable(),
})
export type CameraPicture = z.infer<typeof picture>
const span = { from: day.optional(), to: day.optional() }
/** So many pictures are told at a time, the newest of them. */
export const mostPictures = 2000

// chosen: the specification names these without their parameters
export const cameraPictures = call({
  endpoint: `GET ${base}/pictures`,
  summary: 'Pictures kept of a camera between two days, by time',
  access,
  input: z.object({ cameraId: id, ...span }),
  answer: z.array(picture),
})
export const seedlingSituation = call({
  endpoint: `GET ${base}/seedling-situation`,
  summary: 'By day and camera, the picture nearest to noon of the ground of a batch or a plot',
  access,
  input: z.object({ batchId: id.optional(), landId: id.optional(), ...span }),
  answer: z.array(z.object({ day: z.string(), pictures: z.array(picture) })),
})
export const seedlingPicture = call({
  endpoint: `GET ${base}/seedling-picture`,
  summary: 'One picture, and those before and after it of the same camera',
  access,
  input: z.object({ id }),
  answer: picture.extend({ before: z.number().nullable(), after: z.number().nullable() }),
})
export const removePicture = call({
  endpoint: `DELETE ${base}/pictures/{id}`,
  summary: 'Take a picture out of a camera’s series',
  access: { code: camera.permissions.edit },
  input: z.object({ id }),
  answer: z.object({ id: z.number() }),
})

/** Pictures a second of a film. */
export const filmRates = [2, 5, 10, 25] as const
export const makeFilm = call({
  endpoint: `POST ${base}/time-lapse`,
  summary: 'Make a film of a camera’s pictures between two days; a job, with the film as its file',
  access,
  input: z.object({
    cameraId: id,
    from: day,
    to: day,
    rate: z.coerce.number().pipe(z.literal(filmRates)).default(10),
  }),
  answer: z.object({ jobId: z.number() }),
})

export const cameraSeriesScreen = screen('cameraSeries', {
  route: '/web/equipment/camera-series',
  module: 'farm',
  group: 'equipment',
  icon: 'cameraSeries',
  at: 2,
  tabOf: 'camera',
  placed: true,
  permission: watchCode,
})
