import type { MapTiles } from './map-tiles.ts'
import type { OidcSettings } from '#server/modules/account/engine/oidc.ts'
import type { S3Settings } from '#server/modules/file/engine/store.ts'
import type { Front } from '#server/http/front.ts'
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
export interface AppOptions {
  /** The port that this app answers on; one of its own where it is not given. */
  front?: Front
  /** Address of the database for the role that owns nothing. */
  databaseUrl: string
  secret: string
  filesDir: string
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
  /** Where devices reach the broker from outside. */
  deviceAddress?: { host: string; port: number | null } | null
  log?: boolean | { level: string }
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
