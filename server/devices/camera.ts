import { camera } from '#contract/devices/camera.ts'
import { plainDriver } from './driver.ts'

export const cameraDriver = plainDriver(camera)
