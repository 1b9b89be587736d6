import { z } from 'zod'
import { call } from '../call.ts'
import { camera } from './camera.ts'

const found = z.object({
  name: z.string().nullable(),
  /** What it is made as. */
  hardware: z.string().nullable(),
  /** Of its device service, as an ONVIF camera's address is filled in. */
  address: z.string(),
})
export type FoundCamera = z.infer<typeof found>
export const discoverCameras = call({
  endpoint: 'POST /wfpe/v1/{tenant}/camera/discover',
  summary: 'Look for ONVIF cameras in the network of the server',
  access: { code: [camera.permissions.create, camera.permissions.edit] },
  input: z.object({}),
  answer: z.array(found),
  unaudited: true,
})
