import { sql } from 'kysely'
import { cameraWays, type CameraWay } from '#contract/camera/camera.ts'
import type { CameraPlatformKind } from '#contract/camera/platform.ts'
import { row, type Tx } from '#server/db/database.ts'
import { decryptSecret } from '#server/db/secret.ts'
import { addressSource } from './sources/address.ts'
import { ezvizSource } from './sources/ezviz.ts'
import { mediaServerSource } from './sources/media-server.ts'
import { onvifSource } from './sources/onvif.ts'
import { wvpSource } from './sources/wvp.ts'
import {
  CameraFault,
  type CameraSetup,
  type CameraSource,
  type SourceOf,
  type SourceServices,
} from './source.ts'

interface Found {
  id: number
  name: string
  deviceSerial: string
  channelNo: number | null
  cameraEnter: CameraWay
  enabledFlag: number
  transcodeFlag: number
  recordClarity: number | null
  streamAddress: string | null
  hdAddress: string | null
  whepAddress: string | null
  streamName: string | null
  accountName: string | null
  sealedSecret: string | null
  platformId: number | null
  kind: CameraPlatformKind | null
  url: string | null
  streamUrl: string | null
  whepUrl: string | null
  platformAccount: string | null
  platformSecret: string | null
}
/** How a camera is reached; null where the transaction sees none. */
export async function setupOf(
  tx: Tx,
  tenant: number,
  id: number,
  secret: string,
): Promise<CameraSetup | null> {
  const found = await row<Found>(
    tx,
    sql`select c.id, c.name, c.device_serial, c.channel_no, c.camera_enter, c.enabled_flag, c.transcode_flag, c.record_clarity,
      c.stream_address, c.hd_address, c.whep_address, c.stream_name, c.account_name, c.sealed_secret,
      p.id as platform_id, p.kind, p.url, p.stream_url, p.whep_url, p.account_name as platform_account, p.sealed_secret as platform_secret
    from camera c left join camera_platform p on p.tenant_id = c.tenant_id and p.id = c.platform_id and p.enabled_flag = 1
    where c.id = ${id}`,
  )
  if (!found) return null
  const opened = (sealed: string | null) => (sealed ? decryptSecret(secret, sealed) : null)
  return {
    tenant,
    id,
    name: found.name,
    serial: found.deviceSerial,
    channel: found.channelNo ?? 1,
    way: found.cameraEnter,
    isEnabled: found.enabledFlag === 1,
    transcodes: found.transcodeFlag === 1,
    recordsHd: found.recordClarity !== 1,
    streamAddress: found.streamAddress,
    hdAddress: found.hdAddress,
    whepAddress: found.whepAddress,
    streamName: found.streamName,
    accountName: found.accountName,
    secret: opened(found.sealedSecret),
    platform:
      found.platformId === null || found.kind === null || found.url === null
        ? null
        : {
            id: found.platformId,
            kind: found.kind,
            url: found.url.replace(/\/+$/, ''),
            streamUrl: found.streamUrl,
            whepUrl: found.whepUrl,
            accountName: found.platformAccount,
            secret: opened(found.platformSecret),
          },
  }
}

const sources: Readonly<Record<CameraWay, SourceOf>> = {
  [cameraWays.cloud]: ezvizSource,
  [cameraWays.cloudGb]: ezvizSource,
  [cameraWays.gb]: wvpSource,
  [cameraWays.address]: addressSource,
  [cameraWays.onvif]: onvifSource,
  [cameraWays.media]: mediaServerSource,
}
/** The way of asking a camera. Errors: `disabled`. */
export function sourceOf(setup: CameraSetup, services: SourceServices): CameraSource {
  if (!setup.isEnabled) throw new CameraFault('disabled')
  return sources[setup.way](setup, services)
}
