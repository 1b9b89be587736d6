import { camera } from '#contract/camera/camera.ts'
import { heldRecordings, mostPlayedHours, type HeldSpan } from '#contract/camera/recording.ts'
import type { Language } from '#contract/account/self.ts'
import { invalidFields } from '#server/db/http-error.ts'
import { demand } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import { cameraText } from '#server/i18n/texts.ts'
import type { Services } from '#server/services/services.ts'
import type { CameraEngine } from './engine/engine.ts'
import { CameraFault } from './engine/source.ts'
import { faultText } from './platform-check.ts'

/** An hour more than is played at once: a day in which the clocks are put back. */
const mostMs = (mostPlayedHours + 1) * 3_600_000
const textOf = (fault: CameraFault, language: Language): string =>
  fault.code === 'busy' ? cameraText(language, 'held.busy') : faultText(fault, language)

/** What cameras hold themselves, beside what is recorded here. */
export function heldCalls(app: Services, engine: CameraEngine): void {
  serve(app, heldRecordings, async ({ cameraId, ...asked }, { read, tenant, language }) => {
    const [from, to] = [Date.parse(asked.from), Date.parse(asked.to)]
    if (to <= from || to - from > mostMs) throw invalidFields({ to: { code: 'field.invalid' } })
    await read((tx) => demand(tx, camera, cameraId, 'show'))
    try {
      const setup = await engine.setup(tenant, cameraId)
      const source = engine.source(setup)
      if (!source.recorded) return { told: 'untold' as const, spans: [], why: '' }
      const { held, lacks } = await engine.holdings.of(setup, source, from, to)
      return {
        told: lacks ? ('part' as const) : ('all' as const),
        spans: held.map((one): HeldSpan => ({
          place: one.place,
          startsOn: new Date(one.from).toISOString(),
          endsOn: new Date(one.to).toISOString(),
        })),
        why: lacks ? textOf(lacks, language) : '',
      }
    } catch (error) {
      if (!(error instanceof CameraFault)) throw error
      return { told: 'unknown' as const, spans: [], why: textOf(error, language) }
    }
  })
}
