import { z } from 'zod'
import { call } from '../call.ts'
import { codes, entity, rest } from '../entity.ts'
import { choice, flag, id, moment, onlyWhen, text } from '../field.ts'
import { entityScreen } from '../screen.ts'

/**
 * `ezviz`: the Ezviz open platform; `wvp`: a national-standard server, as WVP answers; the others:
 * media servers, each by its documented interface.
 */
const cameraPlatformKinds = {
  ezviz: 'ezviz',
  wvp: 'wvp',
  go2rtc: 'go2rtc',
  mediamtx: 'mediamtx',
  srs: 'srs',
  zlm: 'zlm',
} as const
export type CameraPlatformKind = keyof typeof cameraPlatformKinds
/** Kinds that hold streams of any source by name. */
export const mediaServerKinds = ['go2rtc', 'mediamtx', 'srs', 'zlm'] as const
export type MediaServerKind = (typeof mediaServerKinds)[number]
export const isMediaServer = (kind: unknown): kind is MediaServerKind =>
  mediaServerKinds.some((one) => one === kind)
/**
 * Those of them that play viewers as WebRTC and name each one's session, so that one can be cut off.
 * go2rtc names none, and goes on playing also when the stream is taken away.
 */
const viewerServerKinds = ['mediamtx', 'srs', 'zlm'] as const
export const playsViewers = (kind: unknown): boolean =>
  viewerServerKinds.some((one) => one === kind)
const addressPattern = /^https?:\/\/[\w.:[\]/-]+$/
const prefix = 'wfpf.company.system.cameraPlatform'
const own = codes(`${prefix}.ps`, 'create', 'edit', 'delete', 'connect')

/**
 * A cloud or server that cameras are asked through. Its secret is set by a call of its own and never
 * shown.
 */
export const cameraPlatform = entity('cameraPlatform', {
  module: 'camera',
  stored: { view: 'camera_platform_view' },
  title: 'name',
  deletion: 'gone',
  // chosen: the specification has cameras and no platforms
  permissions: { list: prefix, ...own },
  api: rest('wfpe/v1/{tenant}/camera-platform'),
  fields: {
    id: id(),
    name: text({ required: true, max: 60, unique: true }),
    kind: choice(cameraPlatformKinds, { required: true }),
    /** Such as 'https://open.ys7.com'. */
    url: text({ required: true, max: 200, pattern: addressPattern }),
    /** Ezviz: appKey. Others: name of the account, where there is one. */
    accountName: text({ max: 100 }),
    /** Where a media server's streams are read, if not at the port that its documents name. */
    streamUrl: onlyWhen(
      'kind',
      mediaServerKinds,
      text({ max: 200, pattern: /^(rtsps?|https?):\/\/[\w.:[\]/-]+$/ }),
    ),
    /** Where it takes offers of viewers (WHEP), if not there either. */
    whepUrl: onlyWhen('kind', viewerServerKinds, text({ max: 200, pattern: addressPattern })),
    enabledFlag: flag({}),
    hasSecret: flag({ readonly: true }),
    checkedAt: moment({ readonly: true }),
    problem: text({ readonly: true, max: 200 }),
    description: text({ max: 200 }),
  },
})
export const cameraPlatformScreen = entityScreen('cameraPlatform', cameraPlatform, {
  route: '/system/camera-platform',
  module: 'company',
  group: 'connections',
  icon: 'cameraPlatform',
  at: 4,
})

const base = 'wfpe/v1/{tenant}/camera-platform'
const row = z.record(z.string(), z.unknown())
export const setCameraPlatformSecret = call({
  endpoint: `PUT /${base}/secret`,
  summary: 'Set the secret that a platform of cameras is asked with; empty takes it away',
  access: { code: own.connect },
  input: z.object({ id: z.coerce.number().int().positive(), secret: z.string().max(300) }),
  answer: row,
  lasting: true,
})
export const testCameraPlatform = call({
  endpoint: `POST /${base}/test`,
  summary: 'Ask a platform of cameras whether it knows us',
  access: { code: own.connect },
  input: z.object({ id: z.coerce.number().int().positive() }),
  answer: z.object({ problem: z.string().nullable() }),
})
