import { z } from 'zod'
import { call } from '../call.ts'
import { screen } from '../screen.ts'
import { steerCode, watchCode } from './camera.ts'

/** Pictures on a wall at a time. */
export const wallSizes = [1, 4, 9, 16] as const
export type WallSize = (typeof wallSizes)[number]
/** Cameras of one layout; more than its size are gone through page by page. */
export const mostWallCameras = 500
/** Seconds between two pages; 0: they are turned by hand. */
export const patrolSeconds = [0, 10, 20, 30, 60] as const
export const mostLayouts = 50

const layout = {
  name: z.string().trim().min(1).max(40),
  size: z.coerce.number().pipe(z.literal(wallSizes)),
  cameraIds: z.array(z.number().int().positive()).max(mostWallCameras),
  patrolSeconds: z.coerce.number().pipe(z.literal(patrolSeconds)).default(0),
  /** Everybody who watches cameras finds it. */
  isShared: z.boolean().default(false),
}
const row = z.object({
  id: z.number(),
  ...layout,
  size: z.number(),
  patrolSeconds: z.number(),
  isMine: z.boolean(),
  /** Cameras of it that are deleted. */
  gone: z.int(),
  /** Cameras of it that whoever looks does not see: they keep their places. */
  unseen: z.int(),
})
export type WallLayout = z.infer<typeof row>
const base = '/wfpe/v1/{tenant}/camera/split-screen'
const access = { code: watchCode }
const id = z.coerce.number().int().positive()

export const wallLayouts = call({
  endpoint: `GET ${base}`,
  summary: 'Layouts of the video wall: one’s own, and those that are shared',
  access,
  input: z.object({}),
  answer: z.array(row),
})
export const createLayout = call({
  endpoint: `POST ${base}`,
  summary: 'Keep a layout of the video wall',
  access,
  input: z.object(layout),
  answer: row,
})
export const updateLayout = call({
  endpoint: `PUT ${base}`,
  summary: 'Change a layout of one’s own',
  access,
  input: z.object({ id, ...layout }),
  answer: row,
})
export const deleteLayout = call({
  endpoint: `DELETE ${base}/{id}`,
  summary: 'Delete a layout of one’s own',
  access,
  input: z.object({ id }),
  answer: z.literal(1),
})

export const wallScreen = screen('cameraWall', {
  route: '/web/equipment/videosurveillance',
  module: 'farm',
  group: 'equipment',
  icon: 'wall',
  at: 1,
  placed: true,
  permission: watchCode,
  buttons: { control: steerCode },
})
