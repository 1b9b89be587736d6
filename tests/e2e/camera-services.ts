import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type APIRequestContext, type Page } from 'playwright/test'
import { cameraWays } from '#contract/camera/camera.ts'
import { ffmpegFile } from '#server/modules/camera/engine/ffmpeg.ts'
import { ezvizPeer } from '#simulator/cameras/ezviz-peer.ts'
import { openServices } from '#simulator/cameras/services.ts'
import { wvpPeer } from '#simulator/cameras/wvp-peer.ts'
import { asCaller, type Session } from './console.ts'

const account = 'e2e'
export const secret = 'e2eSecret'
const count = 3

/** Cameras of services that run while the tests of one file do. */
export function cameraServices() {
  let services: Awaited<ReturnType<typeof openServices>>
  // Of this run of the services: a test that is tried again meets others.
  const run = String(Date.now() % 100_000).padStart(5, '0')
  const serials = Array.from({ length: count }, (_, i) => `34020000001320${run}${i}`)
  const nameOf = (i: number) => `测试球机${i + 1}-${run}`
  const platformName = `测试国标 ${run}`
  test.beforeAll(async () => {
    services = await openServices(
      {
        cameras: serials.map((serial) => ({
          serial,
          channel: 1,
          canTurn: true,
          state: 'on',
          scene: 'field',
        })),
        ffmpeg: ffmpegFile()!,
        folder: join(tmpdir(), `furrow-e2e-cameras-${run}`),
        account,
        secret,
      },
      { ezviz: ezvizPeer, wvp: wvpPeer },
    )
  })
  test.afterAll(() => services.close())
  return {
    run,
    nameOf,
    platformName,
    streamOf: (i: number) =>
      `http://127.0.0.1:${services.port}/live/${serials[i]!}/sd.flv?key=${secret}`,
    /** Made once, found again when a test is tried again. */
    async withCameras(request: APIRequestContext, session: Session): Promise<number[]> {
      const at = `/wfpe/v1/${session.tenantId}`
      const caller = asCaller(session)
      const areas = (await (
        await request.get(`/wfpf/v2/${session.tenantId}/area?size=0&organizationType=area`, caller)
      ).json()) as { content: { id: number }[] }
      const made = await request.post(`${at}/camera-platform`, {
        ...caller,
        data: {
          name: platformName,
          kind: 'wvp',
          url: `http://127.0.0.1:${services.port}/wvp`,
          accountName: account,
          enabledFlag: 1,
        },
      })
      const { content } = (await (
        await request.get(`${at}/camera-platform?name=${encodeURIComponent(platformName)}`, caller)
      ).json()) as { content: { id: number }[] }
      const platformId = content[0]!.id
      if (made.ok())
        await request.put(`${at}/camera-platform/secret`, {
          ...caller,
          data: { id: platformId, secret },
        })
      for (const [i, deviceSerial] of serials.entries())
        await request.post(`${at}/camera/add`, {
          ...caller,
          data: {
            name: nameOf(i),
            deviceSerial,
            channelNo: 1,
            cameraType: 1,
            cameraEnter: cameraWays.gb,
            platformId,
            areaId: areas.content[0]!.id,
            enabledFlag: 1,
          },
        })
      const all = (await (await request.get(`${at}/camera/all`, caller)).json()) as {
        id: number
        deviceSerial: string
      }[]
      return serials.map((serial) => all.find(({ deviceSerial }) => deviceSerial === serial)!.id)
    },
  }
}

/** A picture within `within` has come, and moves on. */
export const advances = (page: Page, within: string) =>
  page.waitForFunction(
    (selector) => {
      const video = document.querySelector<HTMLVideoElement>(`${selector} video`)
      return video !== null && video.currentTime > 0.2 && video.videoWidth > 0
    },
    within,
    { timeout: 20_000 },
  )
