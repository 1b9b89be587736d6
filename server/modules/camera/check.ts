import { camera, cameraWays } from '#contract/camera/camera.ts'
import type { Language } from '#contract/account/self.ts'
import { playsViewers } from '#contract/camera/platform.ts'
import { checkCamera, checkSteps, type CheckStep } from '#contract/camera/viewing.ts'
import { demand } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import { cameraText } from '#server/i18n/texts.ts'
import type { Services } from '#server/services/services.ts'
import { arrival } from './engine/arrival.ts'
import type { CameraEngine } from './engine/engine.ts'
import { hostOf, reach } from './engine/reach.ts'
import { probeOffer } from './engine/probe-offer.ts'
import {
  CameraFault,
  type CameraFaultCode,
  type CameraSetup,
  type CameraSource,
  type Feed,
  type WhepTarget,
} from './engine/source.ts'
import { codecOfAnswer, endSession, offerTo } from './engine/whep.ts'
import { faultText } from './platform-check.ts'

/** Ms for which a stream is waited for. */
const arrivalMs = 6000

/** What to do about a fault, by the name of its text: the same fault wants something else elsewhere. */
function adviceOf(step: CheckStep, code: CameraFaultCode, { way, platform }: CameraSetup): string {
  const isOwn = way === cameraWays.address || way === cameraWays.onvif
  const isGb = way === cameraWays.gb
  const isMedia = way === cameraWays.media
  if (isGb && step === 'webrtc') return 'webrtcGb'
  if (code === 'refused')
    return platform && !isOwn && (step === 'registered' || isMedia)
      ? 'platformSecret'
      : 'cameraSecret'
  if (code === 'unreachable' && step === 'registered') return isOwn ? 'cameraHost' : 'platformHost'
  if (code === 'unreachable') return isGb ? 'mediaHostGb' : 'mediaHost'
  if (code === 'no_stream') return isGb ? 'streamGb' : 'stream'
  if (code === 'not_found' && isMedia) return 'streamName'
  if (code === 'not_found') return isOwn ? 'path' : 'serial'
  return code
}

/** Where it is read; where it is played, if it is read nowhere here. */
async function feedOf(source: CameraSource): Promise<Feed> {
  try {
    return await source.live('sd')
  } catch (error) {
    if (!(error instanceof CameraFault) || error.code !== 'webrtc_only') throw error
    return { kind: 'flv', url: (await source.whep!()).url }
  }
}
/** What is asked of a camera: of one that is played by others alone, nothing arrives here. */
function stepsOf({
  isEnabled,
  whepAddress,
  streamAddress,
  way,
  platform,
}: CameraSetup): CheckStep[] {
  if (!isEnabled) return checkSteps.filter((step) => step !== 'webrtc')
  const isAddressed = way === cameraWays.address
  const isPlayed =
    (way === cameraWays.media && playsViewers(platform?.kind)) ||
    way === cameraWays.gb ||
    (isAddressed && whepAddress !== null)
  const isRead = !isAddressed || streamAddress !== null || !isPlayed
  return checkSteps.filter((step) => {
    if (step === 'webrtc') return isPlayed
    return isRead || (step !== 'arriving' && step !== 'codec')
  })
}

/** Asks one thing after the other until something is wrong. */
class Check {
  readonly #engine: CameraEngine
  readonly #setup: CameraSetup
  readonly #say: (key: string, params?: Record<string, string>) => string
  #feed: Feed | null = null
  codec: string | null = null
  constructor(engine: CameraEngine, setup: CameraSetup, language: Language) {
    this.#engine = engine
    this.#setup = setup
    this.#say = (key, params) => cameraText(language, `check.${key}`, params)
  }
  /** What was found. Errors: `CameraFault`. */
  async ask(step: CheckStep): Promise<string> {
    const { way } = this.#setup
    switch (step) {
      case 'enabled':
        if (!this.#setup.isEnabled) throw new CameraFault('disabled')
        return ''
      case 'registered':
        // Behind a bare address there is nobody who could say.
        if (way === cameraWays.address) return this.#say('found.nobody')
        await this.#engine.source(this.#setup).check()
        return this.#say('found.registered')
      case 'address':
        this.#feed = await feedOf(this.#engine.source(this.#setup))
        return hostOf(this.#feed)
      case 'reachable':
        await reach(this.#feed!, this.#engine.outgoing)
        return this.#say('found.reachable', { host: hostOf(this.#feed!) })
      case 'arriving':
        this.codec = await arrival(
          this.#engine.streams,
          this.#engine.keyOf(this.#setup, 'sd'),
          arrivalMs,
        )
        return this.#say('found.arriving')
      case 'codec':
        if (this.codec !== 'h264') throw new CameraFault('codec', this.codec ?? '')
        return this.#say(this.#setup.transcodes ? 'found.transcoded' : 'found.codec')
      case 'webrtc':
        return this.#offer()
    }
  }
  /** Whether the server that plays it takes viewers. */
  async #offer(): Promise<string> {
    const { outgoing } = this.#engine
    const target = await this.#target()
    if (!target) return this.#say('found.noWebrtc')
    const { answer, resource } = await offerTo(target, probeOffer(), outgoing)
    await endSession(target, resource, outgoing)
    return this.#say('found.webrtc', { codec: codecOfAnswer(answer)?.toUpperCase() ?? '?' })
  }
  /** null: its server plays nothing so, which is no fault of the camera. */
  async #target(): Promise<WhepTarget | null> {
    try {
      return (await this.#engine.source(this.#setup).whep?.()) ?? null
    } catch (error) {
      const isGb = this.#setup.way === cameraWays.gb
      if (isGb && error instanceof CameraFault && error.code === 'no_address') return null
      throw error
    }
  }
  advice(step: CheckStep, code: CameraFaultCode): string {
    return this.#say(`advice.${adviceOf(step, code, this.#setup)}`)
  }
}

/** Why a camera does not play. */
export function checkCalls(app: Services, engine: CameraEngine): void {
  serve(app, checkCamera, async ({ cameraId }, { read, tenant, language }) => {
    await read((tx) => demand(tx, camera, cameraId, 'show'))
    const setup = await engine.setup(tenant, cameraId)
    const check = new Check(engine, setup, language)
    const steps: { step: CheckStep; ok: boolean | null; found: string; advice: string }[] = []
    let isBroken = false
    for (const step of stepsOf(setup)) {
      if (isBroken) {
        steps.push({ step, ok: null, found: '', advice: '' })
        continue
      }
      try {
        steps.push({ step, ok: true, found: await check.ask(step), advice: '' })
      } catch (error) {
        if (!(error instanceof CameraFault)) throw error
        isBroken = true
        const advice = check.advice(step, error.code)
        steps.push({ step, ok: false, found: faultText(error, language), advice })
      }
    }
    return { steps, codec: check.codec }
  })
}
