import { camera as entity } from '#contract/camera/camera.ts'
import { crud } from '#server/http/crud.ts'
import { serveMany } from '#server/http/many.ts'
import type { ServerDomain } from '#server/services/domain.ts'
import type { Services } from '#server/services/services.ts'
import { pictureEvents } from './batch-feed.ts'
import { checkCalls } from './check.ts'
import { discoverCall } from './discover.ts'
import { CameraEngine } from './engine/engine.ts'
import { usualTimes } from './engine/events/times.ts'
import { eventRuleCalls } from './event-rules.ts'
import { noteHeard } from './heard.ts'
import { heldCalls } from './held.ts'
import { layoutCalls } from './layouts.ts'
import type { Recorded } from './engine/recorded.ts'
import { keepRecording, recordedFor } from './keep-recording.ts'
import { Listener } from './listener.ts'
import { recordingCalls } from './recordings.ts'
import { cameraLists } from './lists.ts'
import { serveMedia } from './media.ts'
import { forgetSecret } from './forget-secret.ts'
import { presetCalls } from './presets.ts'
import { filmCalls } from './film.ts'
import { pictureCalls } from './pictures.ts'
import { watchPlatforms } from './platform-check.ts'
import { platformCalls } from './platforms.ts'
import { sharedCalls } from './shared.ts'
import { shareCalls } from './shares.ts'
import { serveTimers, watchTimers } from './timers.ts'
import { viewingCalls } from './viewing.ts'
import { requireAddresses } from './addresses.ts'
import { serveWebRtc } from './webrtc.ts'

const timesOf = ({ options }: Services) => ({ ...usualTimes, ...options.cameraEventTimes })

/** Cameras: what they are reached through, watched, steered and kept. */
export const camera: ServerDomain = {
  name: 'camera',
  serve(app) {
    const engine = new CameraEngine(
      app.db,
      app.platform.secret,
      app.cameraOutgoing,
      timesOf(app).paceMs,
    )
    app.stops.push(() => engine.stop())
    app.farewells.push(() => engine.streams.stop())
    engine.streams.onHeard = noteHeard(app.db)
    const kept = crud(app, entity, {
      prepare: async (values, before, { tx }) => {
        requireAddresses(values)
        if (before) await forgetSecret(tx, values, before)
        return values
      },
    })
    serveMany(app, entity, kept)
    cameraLists(app, kept)
    layoutCalls(app)
    viewingCalls(app, engine)
    platformCalls(app)
    checkCalls(app, engine)
    presetCalls(app, engine)
    discoverCall(app)
    eventRuleCalls(app)
    serveMedia(app, engine)
    serveWebRtc(app, engine)
    serveTimers(app)
    pictureCalls(app)
    app.batchFeeds.push(pictureEvents)
    filmCalls(app)
    shareCalls(app)
    sharedCalls(app, engine)
    const recorded = recordedFor(app)
    recordingCalls(app, engine, recorded)
    heldCalls(app, engine)
    engines.set(app, { engine, recorded })
  },
  start: (app) => {
    const { engine, recorded } = engines.get(app)!
    const unwatch = app.hub.watch(({ tenant, resource, ids }) => {
      if (resource !== entity.name) return
      engine.recheck(tenant, ids.map(Number)).catch(() => undefined)
      listener.renew(tenant, ids.map(Number))
    })
    const endRecording = keepRecording(app, engine, recorded)
    const listener = new Listener(app.db, engine, app.ingestQueue, timesOf(app))
    listener.start()
    const endTimers = watchTimers(app, engine)
    const endChecks = watchPlatforms(app)
    return async () => {
      await Promise.all([endTimers(), endChecks()])
      await Promise.all([endRecording(), listener.stop()])
      unwatch()
    }
  },
}
/** By the app that it serves. */
const engines = new WeakMap<object, { engine: CameraEngine; recorded: Recorded }>()
