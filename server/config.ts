import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export interface Config {
  port: number
  host: string
  dataDir: string
  /** Where devices connect; null: nowhere. */
  mqtt: { host: string; port: number; tls: { port: number; cert: string; key: string } | null } | null
  /** A broker of somebody else that devices connect to, besides or instead of ours. */
  mqttUrl: string | null
  /** Whether the demo's devices report. */
  hasSimulator: boolean
  /** Owner's address of an outside database; null: the embedded one. */
  databaseUrl: string | null
  isDemo: boolean
  publicUrl: string
  publicMetrics: boolean
  trustProxy: boolean
  secret: string
  sms: { url: string; token: string } | null
  /** The interface of the carrier of IoT cards. */
  sim: { url: string; token: string } | null
  /** Robots of group chats may be reached over http and in one's own network. */
  privateRobots: boolean
  /** Brokers of LoRaWAN networks may be in one's own network. */
  privateBrokers: boolean
  s3: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string } | null
}

/** The environment, read once. Errors: throws a sentence naming the setting that is wrong. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const port = Number(env.PORT ?? 8080)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`PORT must be a number from 0 to 65535, not '${env.PORT}'`)
  const demo = (env.FURROW_DEMO ?? 'on').toLowerCase()
  if (!['on', 'off'].includes(demo)) throw new Error(`FURROW_DEMO must be 'on' or 'off', not '${env.FURROW_DEMO}'`)
  const simulator = (env.FURROW_SIMULATOR ?? 'on').toLowerCase()
  if (!['on', 'off'].includes(simulator)) throw new Error(`FURROW_SIMULATOR must be 'on' or 'off', not '${env.FURROW_SIMULATOR}'`)
  const dataDir = resolve(env.DATA_DIR ?? '.furrow')
  const host = env.HOST ?? '127.0.0.1'
  const mqttPort = Number(env.MQTT_PORT ?? 1883)
  if (env.MQTT_PORT !== 'off' && (!Number.isInteger(mqttPort) || mqttPort < 0 || mqttPort > 65_535)) throw new Error(`MQTT_PORT must be a number from 0 to 65535 or 'off', not '${env.MQTT_PORT}'`)
  return {
    port,
    host,
    dataDir,
    mqtt: env.MQTT_PORT === 'off' ? null : { host: env.MQTT_HOST ?? host, port: mqttPort, tls: tlsOf(env) },
    mqttUrl: urlOf(env.MQTT_URL),
    hasSimulator: simulator === 'on',
    databaseUrl: env.DATABASE_URL || null,
    isDemo: demo === 'on',
    publicUrl: (env.PUBLIC_URL ?? `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`).replace(/\/$/, ''),
    publicMetrics: env.FURROW_METRICS === 'public',
    trustProxy: env.FURROW_TRUST_PROXY === 'on',
    secret: env.FURROW_SECRET || secretOf(dataDir),
    sms: env.SMS_URL ? { url: env.SMS_URL, token: env.SMS_TOKEN ?? '' } : null,
    sim: env.SIM_CARRIER_URL ? { url: env.SIM_CARRIER_URL.replace(/\/$/, ''), token: env.SIM_CARRIER_TOKEN ?? '' } : null,
    privateRobots: env.FURROW_PRIVATE_ROBOTS === 'on',
    privateBrokers: env.FURROW_PRIVATE_BROKERS === 'on',
    s3: env.S3_ENDPOINT ? {
      endpoint: env.S3_ENDPOINT.replace(/\/$/, ''), bucket: env.S3_BUCKET ?? 'furrow', region: env.S3_REGION ?? 'us-east-1',
      accessKeyId: env.S3_ACCESS_KEY_ID ?? '', secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
    } : null,
  }
}

/** Errors: throws when it is not the address of an MQTT broker. */
function urlOf(url: string | undefined): string | null {
  if (!url) return null
  if (!/^(mqtts?|wss?):\/\/\S+$/.test(url)) throw new Error(`MQTT_URL must begin with mqtt://, mqtts://, ws:// or wss://, not '${url.replace(/\/\/[^@]*@/, '//…@')}'`)
  return url
}

/** Devices over TLS, where a certificate is named. Errors: throws when half of it is. */
function tlsOf({ MQTT_TLS_PORT = '8883', MQTT_TLS_CERT: cert, MQTT_TLS_KEY: key }: NodeJS.ProcessEnv): { port: number; cert: string; key: string } | null {
  if (!cert && !key) return null
  if (!cert || !key) throw new Error('MQTT_TLS_CERT and MQTT_TLS_KEY are given together')
  const port = Number(MQTT_TLS_PORT)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`MQTT_TLS_PORT must be a number from 0 to 65535, not '${MQTT_TLS_PORT}'`)
  return { port, cert: resolve(cert), key: resolve(key) }
}

/** Made at the first start; whoever has it can read what this installation seals, so nobody else may. */
function secretOf(dataDir: string): string {
  const file = join(dataDir, 'secrets.json')
  if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { secret: string }).secret
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const secret = randomBytes(32).toString('base64url')
  // Renamed into place: a start that dies halfway leaves no half a secret.
  writeFileSync(`${file}.new`, `${JSON.stringify({ secret })}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return secret
}
