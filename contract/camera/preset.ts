import { z } from 'zod'
import { call } from '../call.ts'
import { steerCode } from './camera.ts'

/** Positions of a camera that people keep. */
export const mostPresets = 100
const base = '/wfpe/v1/{tenant}/camera/presets'
const access = { code: steerCode }
const id = z.coerce.number().int().positive()
const name = z.string().trim().min(1).max(40)
const preset = z.object({
  id: z.number(),
  cameraId: z.number(),
  /** As the camera counts it. */
  index: z.number(),
  name: z.string(),
})
export type CameraPreset = z.infer<typeof preset>

// chosen: the specification names what is done with presets, without methods and parameters
export const cameraPresets = call({
  endpoint: `GET ${base}`,
  summary: 'Positions that a camera keeps',
  access,
  input: z.object({ cameraId: id }),
  answer: z.array(preset),
})
export const addPreset = call({
  endpoint: `POST ${base}/add`,
  summary: 'Keep where a camera looks now',
  access,
  input: z.object({ cameraId: id, name }),
  answer: preset,
})
export const modifyPreset = call({
  endpoint: `PUT ${base}/modify`,
  summary: 'Call a position something else',
  access,
  input: z.object({ id, name }),
  answer: preset,
})
export const transferPreset = call({
  endpoint: `POST ${base}/transfer`,
  summary: 'Turn a camera to a position that it keeps',
  access,
  input: z.object({ id }),
  /** 0: somebody else turns it at the moment. */
  answer: z.literal([0, 1]),
})
export const deletePreset = call({
  endpoint: `DELETE ${base}/{id}`,
  summary: 'Delete a position of a camera',
  access,
  input: z.object({ id }),
  answer: z.literal(1),
})
