import { cameraSeriesScreen } from '#contract/camera/capture.ts'
import { wallScreen } from '#contract/camera/layout.ts'
import { screenPage, type Definition } from '#src/kit/definition/resource.ts'
import { cameras, managedCameras } from './camera.ts'
import { cameraPlatforms } from './platform.ts'
import { cameraTimers } from './timer.ts'

export const camera: readonly Definition[] = [
  cameras,
  managedCameras,
  cameraPlatforms,
  cameraTimers,
  screenPage({
    screen: cameraSeriesScreen,
    page: () => import('#src/pages/camera/series/SeriesPage.tsx'),
  }),
  screenPage({ screen: wallScreen, page: () => import('#src/pages/camera/wall/WallPage.tsx') }),
]
