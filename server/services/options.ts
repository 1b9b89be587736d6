import type { geocoders } from '#contract/map/geocode.ts'
import type { MapTiles } from './map-tiles.ts'
import type { OidcSettings } from '#server/modules/account/engine/oidc.ts'
import type { EventTimes } from '#server/modules/camera/engine/events/times.ts'
import type { S3Settings } from '#server/modules/file/engine/bucket.ts'
import type { Front } from '#server/http/front.ts'
import type { Log } from '#server/http/http-server.ts'
import type { BrokerOptions } from '#server/mqtt/broker.ts'

/**
 * Whose word about a client's address is believed: nobody's, that of so many proxies, or of those
 * in these networks.
 */
export type TrustProxy = false | number | string[]
/** A weather service that the operator has an account with. */
export interface WeatherService {
  kind: 'qweather' | 'open-meteo'
  /** Without a slash at its end. */
  url: string
  key: string
}
/** Who knows where places are, with the operator's own account. */
export interface GeocoderService {
  kind: (typeof geocoders)[number]
  /** Without a slash at its end. */
  url: string
  key: string
}
/** A bucket that recordings lie in. */
export interface RecordingsBucket {
  s3: S3Settings
  /** Whether new pieces go there; else it is read, and cleared of what is due. */
  isFilled: boolean
  /** Bytes that wait on the disk at most while it does not answer. */
  mostWaitingBytes: number
}
export interface AppOptions {
  /** The port that this app answers on; one of its own where it is not given. */
  front?: Front
  /** Address of the database for the role that owns nothing. */
  databaseUrl: string
  secret: string
  filesDir: string
  /** Folder of recordings; within the uploads' where it is not said. */
  recordingsDir?: string
  /** Where recordings lie besides the disk; none: nowhere. */
  recordingsBucket?: RecordingsBucket | null
  webDir: string
  publicUrl: string
  /** Name servers that are asked whose a domain is; none: the machine's own. */
  dnsServers?: readonly string[]
  /** Other hosts whose pages may read what a tenant's screens show. */
  screenOrigins?: readonly string[]
  /** Pictures of the ground that maps may lie on, besides our own drawing. */
  mapTiles?: readonly MapTiles[]
  /** Who foretells the weather; none: the base’s own station speaks alone. */
  weather?: WeatherService | null
  /** Who is asked for places by name; none: the farm's own names alone are found. */
  geocoder?: GeocoderService | null
  version?: string
  trustProxy?: TrustProxy
  publicMetrics?: boolean
  sms?: { url: string; token: string } | null
  sim?: { url: string; token: string } | null
  /** Who may vouch for people besides their passwords. */
  oidc?: OidcSettings | null
  s3?: S3Settings | null
  /** Robots of group chats may be reached over http and in one's own network. */
  privateRobots?: boolean
  privateBrokers?: boolean
  /** Cameras and their servers may be reached over http and in one's own network. */
  privateCameras?: boolean
  /** How quickly is heard of what cameras see; the usual unless given. */
  cameraEventTimes?: Partial<EventTimes>
  /** Names that stand for a port of this machine (server/http/outgoing.ts); filled as they open. */
  stands?: ReadonlyMap<string, number>
  /** Where devices reach the broker from outside. */
  deviceAddress?: { host: string; port: number | null } | null
  log?: Log
  poolSize?: number
  /** Calls per caller in ten seconds. */
  callLimit?: number
  /** Milliseconds between signs of life on an event stream. */
  liveBeat?: number
  /** Where devices connect; none: this process has no broker. */
  mqtt?: Pick<BrokerOptions, 'host' | 'port' | 'tls' | 'limits'>
  /** A broker of somebody else to join. */
  mqttUrl?: string | null
}
