import { randomBytes } from 'node:crypto'
import { cameraWays } from '#contract/camera/camera.ts'
import type { CameraScript } from '#simulator/cameras/services.ts'
import type { SimulatedCamera } from '#simulator/cameras/virtual.ts'
import type { Client } from './client.ts'

/** Under which name the simulated clouds are reached; no resolver knows it. */
export const camerasHost = 'cameras.furrow.internal'
/** The names that stand for the demo's services; which port is theirs is known once they are open. */
export const demoStands = (isDemo: boolean) =>
  new Map<string, number>(isDemo ? [[camerasHost, 0]] : [])
/** What the simulator plays of cameras. */
export type DemoCameras = Pick<CameraScript, 'cameras' | 'account' | 'secret'>

interface DemoCamera {
  name: string
  deviceSerial: string
  channelNo: number
  cameraType: 0 | 1
  cameraEnter: number
  landCode: string
  description?: string
  /** null: its owner has closed it. */
  state: SimulatedCamera['state'] | null
  scene: SimulatedCamera['scene']
}
const list: readonly DemoCamera[] = [
  ['一号温室球机', 'E10245781', 1, 1, cameraWays.cloud, 'SQ-A01', 'on', 'greenhouse'],
  ['育苗温室枪机', 'E10245790', 1, 0, cameraWays.address, 'SQ-A03', 'on', 'greenhouse'],
  ['百香果园球机', 'E10251133', 1, 1, cameraWays.cloud, 'SQ-D01', 'on', 'orchard'],
  [
    '番茄大棚甲枪机',
    '34020000001320000011',
    1,
    0,
    cameraWays.cloudGb,
    'SQ-E01',
    null,
    'greenhouse',
  ],
  ['沙湾北片高点', '34020000001320000021', 1, 1, cameraWays.gb, 'SW-N02', 'on', 'field'],
  ['沙湾南片高点', '34020000001320000022', 1, 1, cameraWays.gb, 'SW-S02', 'late', 'field'],
  ['蓄水塘水位', '34020000001320000023', 2, 0, cameraWays.gb, 'SW-W01', 'dead', 'pond', '对准水尺'],
].map(
  ([name, deviceSerial, channelNo, cameraType, cameraEnter, landCode, state, scene, description]) =>
    ({
      name,
      deviceSerial,
      channelNo,
      cameraType,
      cameraEnter,
      landCode,
      state,
      scene,
      ...(description && { description }),
    }) as DemoCamera,
)
/** The one that tells of what it sees, and that somebody passes now and then. */
const watchful = 'E10245781'
/** What is kept of the one that is recorded: so little that nobody's disk fills up. */
const recorded = { recordMode: 1, recordClarity: 1, recordDays: 2, recordGigabytes: 1 }
const at = (path: string) => `http://${camerasHost}/${path}`

/** Cameras by every way that there is, and what they are asked through. Answers what is played. */
export async function makeCameras(admin: Client): Promise<DemoCameras> {
  const account = 'furrow-demo'
  const secret = randomBytes(12).toString('hex')
  const platform = async (name: string, kind: string) => {
    const { id } = await admin.call<{ id: number }>('POST /wfpe/v1/{tenant}/camera-platform', {
      name,
      kind,
      url: at(kind),
      accountName: account,
      enabledFlag: 1,
    })
    await admin.call('PUT /wfpe/v1/{tenant}/camera-platform/secret', { id, secret })
    return id
  }
  const ezviz = await platform('萤石开放平台（模拟）', 'ezviz')
  const wvp = await platform('沙湾国标服务器（模拟）', 'wvp')
  const platforms: Readonly<Record<number, number>> = {
    [cameraWays.cloud]: ezviz,
    [cameraWays.cloudGb]: ezviz,
    [cameraWays.gb]: wvp,
  }
  const { content } = await admin.call<{
    content: { id: number; landCode: string; areaId: number }[]
  }>('GET /wfpf/v1/{tenant}/land', { size: '0' })
  for (const { landCode, state, scene: _scene, ...camera } of list) {
    const plot = content.find((land) => land.landCode === landCode)!
    const live = (clarity: string) => at(`live/${camera.deviceSerial}/${clarity}.flv?key=${secret}`)
    await admin.call('POST /wfpe/v1/{tenant}/camera/add', {
      ...camera,
      areaId: plot.areaId,
      landId: plot.id,
      enabledFlag: state === null ? 0 : 1,
      eventsFlag: camera.deviceSerial === watchful ? 1 : 0,
      ...(camera.cameraEnter === cameraWays.address
        ? { streamAddress: live('sd'), hdAddress: live('hd'), ...recorded }
        : { platformId: platforms[camera.cameraEnter] }),
    })
  }
  const cameras = list.map(({ deviceSerial, channelNo, cameraType, state, scene }) => ({
    serial: deviceSerial,
    channel: channelNo,
    canTurn: cameraType === 1,
    state: state ?? ('on' as const),
    scene,
    isPassed: deviceSerial === watchful,
  }))
  return { cameras, account, secret }
}
