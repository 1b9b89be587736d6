import { domain } from '../domain.ts'
import { camera, cameraManagerScreen, cameraScreen } from './camera.ts'
import { cameraSeriesScreen } from './capture.ts'
import { wallScreen } from './layout.ts'
import { cameraPlatform, cameraPlatformScreen } from './platform.ts'
import { cameraTimer, cameraTimerScreen } from './timer.ts'

/** Cameras: what they are reached through, watched, steered and kept. */
export const cameras = domain('camera', {
  entities: [camera, cameraPlatform, cameraTimer],
  screens: [
    cameraManagerScreen,
    cameraScreen,
    wallScreen,
    cameraPlatformScreen,
    cameraTimerScreen,
    cameraSeriesScreen,
  ],
})
