import { camera as box } from '../devices/camera.ts'
import { codes, entity } from '../entity.ts'
import { choice, code, flag, id, integer, onlyWhen, ref, text } from '../field.ts'
import { screen } from '../screen.ts'

const { list: manage, ...own } = box.permissions
/** The system page guards cameras with codes of its own. */
const buttons = {
  ...own,
  ...codes(`${manage}.ps`, ['transferMany', 'bulkTransfer'], ['deleteMany', 'bulkDel']),
}
/** Who watches: the pages of field equipment, spec codes `wfpf.farm.equipment.{group}.{feature}`. */
export const watchCode = 'wfpf.farm.equipment.monitoring.camera'
/** Who turns and zooms. */
export const steerCode = 'wfpf.farm.equipment.camera.ps.control'
/** Who hands out links to it. */
export const shareCode = 'wfpf.farm.equipment.camera.ps.share'

/**
 * How a camera is reached. `cloud`: Ezviz open platform; `cloudGb`: national-standard cameras within
 * it; `gb`: a national-standard server (WVP); `address` and `onvif`: chosen, cameras that are asked
 * directly; `media`: chosen, streams of a media server (go2rtc, MediaMTX, SRS, ZLMediaKit).
 */
export const cameraWays = {
  cloud: 1,
  cloudGb: 2,
  gb: 3,
  address: 4,
  onvif: 5,
  media: 6,
} as const
/** Asked through a platform, and asked themselves. */
const [throughPlatform, asked] = [
  [cameraWays.cloud, cameraWays.cloudGb, cameraWays.gb, cameraWays.media],
  [cameraWays.address, cameraWays.onvif],
] as const
/** Where somebody can be asked what a camera saw. */
const telling = [cameraWays.cloud, cameraWays.cloudGb, cameraWays.gb, cameraWays.onvif]
/**
 * Why nothing is heard of what a camera sees. `noBox`: no device has its number. `setup`: what it is
 * asked with, or its number. `unsupported`: it tells of nothing.
 */
export const eventProblems = {
  noBox: 'noBox',
  setup: 'setup',
  unsupported: 'unsupported',
  refused: 'refused',
  offline: 'offline',
  unreachable: 'unreachable',
} as const
/** An account and its password are fields of their own, and no part of an address. */
const streamPattern = /^(rtsps?|https?):\/\/[^\s/@]+(\/\S*)?$/
const whepPattern = /^https?:\/\/[^\s/@]+(\/\S*)?$/
/** As media servers name streams, with the application before it where there is one: 'live/gate'. */
const streamNamePattern = /^[\w.~-]+(\/[\w.~-]+)*$/
export type CameraWay = (typeof cameraWays)[keyof typeof cameraWays]

export const recordModes = { off: 0, allDay: 1, hours: 2, alarm: 3 } as const
const recorded = [recordModes.allDay, recordModes.hours, recordModes.alarm]
/** Such as '06:30'. */
const clockPattern = /^([01]\d|2[0-3]):[0-5]\d$/

/** A camera. The device whose number is its serial, if there is one, is the box on its pole. */
export const camera = entity('camera', {
  module: 'camera',
  stored: { view: 'camera_view' },
  title: 'name',
  deletion: 'bin',
  permissions: {
    list: [watchCode, manage],
    ...buttons,
    control: steerCode,
    watch: [watchCode, manage],
    /** Whoever edits it sets what it is signed in to with. */
    connect: own.edit,
    bind: own.edit,
    share: shareCode,
  },
  api: {
    list: 'GET /wfpe/v2/{tenant}/camera/page',
    // chosen: detail, add and modify are known to clients without their methods
    show: 'GET /wfpe/v1/{tenant}/camera/detail/{id}',
    create: 'POST /wfpe/v1/{tenant}/camera/add',
    edit: 'PUT /wfpe/v1/{tenant}/camera/modify',
    delete: 'DELETE /wfpe/v1/{tenant}/camera/{id}',
    deleteMany: 'POST /wfpe/v2/{tenant}/camera/batch/del',
    transfer: 'POST /wfpe/v2/{tenant}/camera/transfer',
    transferMany: 'POST /wfpe/v2/{tenant}/camera/transfer',
  },
  // A server signs in to its cameras itself.
  conditions: {
    connect: ({ cameraEnter }) => cameraEnter !== cameraWays.gb && cameraEnter !== cameraWays.media,
  },
  fixedQuery: { relation: 'owner' },
  answers: { delete: 'count' },
  batchActions: ['deleteMany', 'transfer', 'transferMany'],
  actionInputs: { transfer: ['areaId', 'landId'], transferMany: ['areaId', 'landId'] },
  fields: {
    id: id(),
    name: text({ required: true, max: 60 }),
    deviceSerial: text({ required: true, max: 64, unique: true, pattern: /^[\w-]+$/ }),
    channelNo: integer({ min: 1, max: 64 }),
    cameraType: code({ bolt: 0, ball: 1 }, { required: true, filterCodes: { all: 2 } }),
    cameraEnter: code(cameraWays, { required: true, filterCodes: { all: 0 } }),
    areaId: ref('area', { required: true, named: 'areaName' }),
    landId: ref('land', { dependsOn: 'areaId', named: 'landName' }),
    // As its box is; a camera without one is as it was when it was last asked for its picture.
    online: flag({ readonly: true }),
    enabledFlag: flag({}),
    description: text({ max: 200 }),
    /** The cloud or server that it is asked through. */
    platformId: onlyWhen('cameraEnter', throughPlatform, ref('cameraPlatform', {})),
    /** Of its live picture, such as 'rtsp://192.168.1.64:554/main'; of ONVIF cameras the service's. */
    streamAddress: {
      ...onlyWhen('cameraEnter', asked, text({ max: 300, pattern: streamPattern })),
      contextField: 'cameraEnter',
    },
    /** Of its fuller picture, where it has two. */
    hdAddress: onlyWhen(
      'cameraEnter',
      [cameraWays.address],
      text({ max: 300, pattern: streamPattern }),
    ),
    /**
     * Where an outside server plays it as WebRTC (WHEP). Viewers are played to from there; what is
     * read here (recordings, pictures, viewers that WebRTC does not reach) is the stream address.
     */
    whepAddress: onlyWhen(
      'cameraEnter',
      [cameraWays.address],
      text({ max: 300, pattern: whepPattern }),
    ),
    /** Of its stream at a media server; none: as its serial number. */
    streamName: onlyWhen(
      'cameraEnter',
      [cameraWays.media],
      text({ max: 120, pattern: streamNamePattern }),
    ),
    accountName: onlyWhen('cameraEnter', asked, text({ max: 60 })),
    hasSecret: flag({ readonly: true }),
    /** Encoded anew as H.264, for cameras that send what browsers cannot play. */
    transcodeFlag: flag({}),
    /** The concentrator that it is bound to; written as the specification's clients write it. */
    contentratorId: ref('device', { readonly: true }),
    /** What is kept of it on the server. `alarm`: what an alarm on its plot, or of its box, keeps. */
    recordMode: code(recordModes, {}),
    recordFrom: onlyWhen(
      'recordMode',
      [recordModes.hours],
      text({ max: 5, pattern: clockPattern }),
      'needed',
    ),
    recordTo: onlyWhen(
      'recordMode',
      [recordModes.hours],
      text({ max: 5, pattern: clockPattern }),
      'needed',
    ),
    /** Seconds before an alarm. */
    recordBefore: onlyWhen('recordMode', [recordModes.alarm], integer({ min: 0, max: 60 })),
    recordDays: onlyWhen('recordMode', recorded, integer({ min: 1, max: 90 })),
    recordGigabytes: onlyWhen('recordMode', recorded, integer({ min: 1, max: 2000 })),
    /** Which of its pictures; none: the fullest. */
    recordClarity: onlyWhen('recordMode', recorded, code({ sd: 1, hd: 2 }, {})),
    /** Whether a link to it stands open (`share.ts`). */
    shared: flag({ readonly: true }),
    /** What it sees happen becomes readings of its box, which alarms and rules may look at. */
    eventsFlag: onlyWhen('cameraEnter', telling, flag({})),
    eventsProblem: choice(eventProblems, { readonly: true }),
  },
})

export const cameraManagerScreen = screen('cameraManager', {
  route: '/system/cameraManager',
  module: 'company',
  group: 'equipment',
  icon: 'camera',
  at: 3,
  tabOf: 'camera',
  entity: camera.name,
  pageSize: 20,
  permission: manage,
  buttons: { ...buttons, watch: manage, share: shareCode, connect: own.edit, bind: own.edit },
})
export const cameraScreen = screen('camera', {
  route: '/web/equipment/camera',
  module: 'farm',
  group: 'equipment',
  icon: 'cameras',
  at: 2,
  placed: true,
  keepAlive: false,
  pageSize: 20,
  permission: watchCode,
  entity: camera.name,
  buttons: { ...buttons, control: steerCode, watch: watchCode, share: shareCode },
})
