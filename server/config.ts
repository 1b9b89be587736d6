import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Language } from '#contract/account/self.ts'
import type { MapTiles } from '#server/services/map-tiles.ts'
import type {
  GeocoderService,
  RecordingsBucket,
  TrustProxy,
  WeatherService,
} from './services/options.ts'
import type { S3Settings } from './modules/file/engine/bucket.ts'
import { settings } from './settings.ts'

export interface Config {
  port: number
  host: string
  dataDir: string
  /** Where devices connect; null: nowhere. */
  mqtt: {
    host: string
    port: number
    tls: { port: number; cert: string; key: string } | null
  } | null
  /** A broker of somebody else that devices connect to, besides or instead of ours. */
  mqttUrl: string | null
  /** Whether the demo's devices report. */
  hasSimulator: boolean
  /** Owner's address of an outside database; null: the embedded one. */
  databaseUrl: string | null
  isDemo: boolean
  demoLanguage: Language
  publicUrl: string
  publicMetrics: boolean
  trustProxy: TrustProxy
  secret: string
  logLevel: string
  sms: { url: string; token: string } | null
  /** The interface of the carrier of IoT cards. */
  sim: { url: string; token: string } | null
  /** Who may vouch for people besides their passwords. */
  oidc: { issuer: string; clientId: string; clientSecret: string; name: string } | null
  /** Robots of group chats may be reached over http and in one's own network. */
  privateRobots: boolean
  /** Brokers of LoRaWAN networks may be in one's own network. */
  privateBrokers: boolean
  privateCameras: boolean
  recordingsDir: string | null
  /** Where recordings lie besides the disk, now or from before; null: nowhere. */
  recordingsBucket: RecordingsBucket | null
  deviceAddress: { host: string; port: number | null } | null
  /** Name servers that are asked whose a domain is; none: the machine's own. */
  dnsServers: readonly string[]
  /** Other hosts whose pages may read what a tenant's screens show. */
  screenOrigins: readonly string[]
  /** Pictures of the ground that maps may lie on. */
  mapTiles: readonly MapTiles[]
  weather: WeatherService | null
  geocoder: GeocoderService | null
  s3: S3Settings | null
  /** Backups by schedule; null: none. */
  backup: { folder: string; everyHours: number; keep: number } | null
}

/** Where each service answers, unless the account has a host of its own. */
const weatherHosts = {
  qweather: 'https://devapi.qweather.com',
  'open-meteo': 'https://api.open-meteo.com',
} as const

const geocoderHosts = {
  tianditu: 'https://api.tianditu.gov.cn',
  amap: 'https://restapi.amap.com',
  nominatim: 'https://nominatim.openstreetmap.org',
} as const

const addressOf = (text: string) => {
  const [host = '', port] = text.split(':')
  return { host, port: port ? Number(port) : null }
}
export const settingNames = Object.keys(settings.shape)
/** What is better read from a file that few may open: NAME_FILE names it. */
export const secretNames = [
  'DATABASE_URL',
  'FURROW_SECRET',
  'MQTT_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SMS_TOKEN',
  'SIM_CARRIER_TOKEN',
  'FURROW_WEATHER_KEY',
  'FURROW_GEOCODER_KEY',
  'FURROW_OIDC_CLIENT_SECRET',
]
/** Settings of the tools beside the server. */
const others = ['FURROW_DEV_SERVER']

/** How many letters must change to make one word the other. */
function distance(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (let i = 1; i <= one.length; i++) {
    const now = [i]
    for (let j = 1; j <= other.length; j++)
      now[j] = Math.min(
        before[j]! + 1,
        now[j - 1]! + 1,
        before[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1),
      )
    before = now
  }
  return before[other.length]!
}

function given(env: NodeJS.ProcessEnv): Record<string, string> {
  const known = [...settingNames, ...secretNames.map((name) => `${name}_FILE`), ...others]
  for (const name of Object.keys(env)) {
    if (!name.startsWith('FURROW_') || known.includes(name)) continue
    const nearest = known.toSorted((a, b) => distance(name, a) - distance(name, b))[0]!
    throw new Error(`There is no setting ${name}; did you mean ${nearest}?`)
  }
  const values = Object.fromEntries(
    settingNames.flatMap((name) => (env[name] ? [[name, env[name]]] : [])),
  )
  for (const name of secretNames) {
    const file = env[`${name}_FILE`]
    if (!file) continue
    if (env[name]) throw new Error(`${name} and ${name}_FILE are both set: leave one out.`)
    try {
      values[name] = readFileSync(file, 'utf8').trim()
    } catch (error) {
      throw new Error(`${name}_FILE: ${(error as Error).message}`)
    }
  }
  return values
}

const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)

/**
 * The environment, read once. Errors: throws a sentence naming the setting that is wrong, never
 * what it says where that is secret.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const values = given(env)
  const read = settings.safeParse(values)
  if (!read.success) {
    const {
      path: [name],
      message,
    } = read.error.issues[0]!
    const isSecret = secretNames.includes(String(name))
    throw new Error(
      `${String(name)} ${message}${isSecret ? '' : `, not '${values[String(name)]}'`}`,
    )
  }
  const s = read.data
  if (!s.MQTT_TLS_CERT !== !s.MQTT_TLS_KEY)
    throw new Error('MQTT_TLS_CERT and MQTT_TLS_KEY are given together')
  if (!isLoopback(s.HOST) && !values.FURROW_DEMO)
    throw new Error(
      `HOST ${s.HOST} reaches beyond this machine, and everybody knows the password of the demo's accounts: set FURROW_DEMO=off, or say FURROW_DEMO=on aloud.`,
    )
  if (s.FURROW_OIDC_ISSUER && !(s.FURROW_OIDC_CLIENT_ID && s.FURROW_OIDC_CLIENT_SECRET))
    throw new Error('FURROW_OIDC_ISSUER needs FURROW_OIDC_CLIENT_ID and FURROW_OIDC_CLIENT_SECRET')
  if (s.FURROW_RECORDINGS === 's3' && !s.S3_ENDPOINT)
    throw new Error('FURROW_RECORDINGS=s3 needs S3_ENDPOINT and the keys of that store')
  const dataDir = resolve(s.DATA_DIR)
  const s3 = s.S3_ENDPOINT
    ? {
        endpoint: s.S3_ENDPOINT,
        bucket: s.S3_BUCKET,
        region: s.S3_REGION,
        accessKeyId: s.S3_ACCESS_KEY_ID,
        secretAccessKey: s.S3_SECRET_ACCESS_KEY,
      }
    : null
  return {
    port: s.PORT,
    host: s.HOST,
    dataDir,
    mqtt:
      s.MQTT_PORT === 'off'
        ? null
        : {
            host: s.MQTT_HOST ?? s.HOST,
            port: s.MQTT_PORT,
            tls:
              s.MQTT_TLS_CERT && s.MQTT_TLS_KEY
                ? {
                    port: s.MQTT_TLS_PORT,
                    cert: resolve(s.MQTT_TLS_CERT),
                    key: resolve(s.MQTT_TLS_KEY),
                  }
                : null,
          },
    mqttUrl: s.MQTT_URL ?? null,
    hasSimulator: s.FURROW_SIMULATOR === 'on',
    databaseUrl: s.DATABASE_URL ?? null,
    isDemo: s.FURROW_DEMO === 'on',
    demoLanguage: s.FURROW_DEMO_LANGUAGE,
    publicUrl:
      s.PUBLIC_URL ??
      `http://${s.HOST === '0.0.0.0' || s.HOST === '::' ? 'localhost' : s.HOST}:${s.PORT}`,
    publicMetrics: s.FURROW_METRICS === 'public',
    trustProxy: s.FURROW_TRUST_PROXY,
    secret: s.FURROW_SECRET ?? secretOf(dataDir),
    logLevel: s.LOG_LEVEL,
    sms: s.SMS_URL ? { url: s.SMS_URL, token: s.SMS_TOKEN } : null,
    sim: s.SIM_CARRIER_URL ? { url: s.SIM_CARRIER_URL, token: s.SIM_CARRIER_TOKEN } : null,
    oidc: s.FURROW_OIDC_ISSUER
      ? {
          issuer: s.FURROW_OIDC_ISSUER,
          clientId: s.FURROW_OIDC_CLIENT_ID,
          clientSecret: s.FURROW_OIDC_CLIENT_SECRET,
          name: s.FURROW_OIDC_NAME,
        }
      : null,
    privateRobots: s.FURROW_PRIVATE_ROBOTS === 'on',
    privateBrokers: s.FURROW_PRIVATE_BROKERS === 'on',
    privateCameras: s.FURROW_PRIVATE_CAMERAS === 'on',
    recordingsDir: s.FURROW_RECORDINGS_DIR ?? null,
    recordingsBucket: s3 && {
      s3: { ...s3, bucket: s.FURROW_RECORDINGS_BUCKET ?? s3.bucket },
      isFilled: s.FURROW_RECORDINGS === 's3',
      mostWaitingBytes: s.FURROW_RECORDINGS_WAITING * 1_000_000_000,
    },
    deviceAddress: s.FURROW_DEVICE_ADDRESS ? addressOf(s.FURROW_DEVICE_ADDRESS) : null,
    dnsServers: s.FURROW_DNS,
    screenOrigins: s.FURROW_SCREEN_ORIGINS,
    mapTiles: s.FURROW_MAP_TILES,
    weather:
      s.FURROW_WEATHER === 'off'
        ? null
        : {
            kind: s.FURROW_WEATHER,
            url: s.FURROW_WEATHER_URL ?? weatherHosts[s.FURROW_WEATHER],
            key: s.FURROW_WEATHER_KEY,
          },
    geocoder:
      s.FURROW_GEOCODER === 'off'
        ? null
        : {
            kind: s.FURROW_GEOCODER,
            url: s.FURROW_GEOCODER_URL ?? geocoderHosts[s.FURROW_GEOCODER],
            key: s.FURROW_GEOCODER_KEY,
          },
    s3,
    backup: s.FURROW_BACKUP_DIR
      ? {
          folder: resolve(s.FURROW_BACKUP_DIR),
          everyHours: s.FURROW_BACKUP_EVERY,
          keep: s.FURROW_BACKUP_KEEP,
        }
      : null,
  }
}

/**
 * Made at the first start; whoever has it can read what this installation seals, so nobody else
 * may.
 */
function secretOf(dataDir: string): string {
  const file = join(dataDir, 'secrets.json')
  if (existsSync(file)) {
    chmodSync(file, 0o600)
    return (JSON.parse(readFileSync(file, 'utf8')) as { secret: string }).secret
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const secret = randomBytes(32).toString('base64url')
  // Renamed into place: a start that dies halfway leaves no half a secret.
  writeFileSync(`${file}.new`, `${JSON.stringify({ secret })}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return secret
}
