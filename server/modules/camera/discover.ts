import { discoverCameras, type FoundCamera } from '#contract/camera/discover.ts'
import { unprocessable } from '#server/db/http-error.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { discover } from './engine/discover.ts'

/** Looks around where the operator lets cameras of one's own network be reached at all. */
export function discoverCall(app: Services): void {
  /** Many who look at once look once. */
  let looking: Promise<FoundCamera[]> | null = null
  serve(app, discoverCameras, () => {
    if (!app.cameraOutgoing.allowsPrivate) throw unprocessable('camera.discovery_off')
    looking ??= discover().finally(() => (looking = null))
    return looking
  })
}
