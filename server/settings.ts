import { isIP } from 'node:net'
import { z } from 'zod'
import { languages } from '#contract/account/self.ts'
import type { TrustProxy } from './services/options.ts'
import { mapTiles } from './map-tiles.ts'

const switched = (otherwise: 'on' | 'off') =>
  z
    .string()
    .toLowerCase()
    .pipe(z.enum(['on', 'off'], { error: "must be 'on' or 'off'" }))
    .default(otherwise)
const port = (otherwise: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'must be a number from 0 to 65535')
    .transform(Number)
    .refine((n) => n <= 65_535, 'must be a number from 0 to 65535')
    .default(otherwise)
const count = (least: number, otherwise: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, `must be a whole number, ${least} or more`)
    .transform(Number)
    .refine((n) => n >= least, `must be a whole number, ${least} or more`)
    .default(otherwise)
const web = z
  .string()
  .regex(/^https?:\/\/\S+$/, 'must begin with http:// or https://')
  .transform((url) => url.replace(/\/$/, ''))
const text = z.string()
const list = (each: RegExp, error: string) =>
  z
    .string()
    .transform((given) => given.split(',').map((part) => part.trim()))
    .refine((parts) => parts.every((part) => each.test(part)), error)
    .default([])

const isNetwork = (part: string) => {
  const [address = '', bits] = part.split('/')
  const most = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : -1
  return most > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
}
const proxies = z.string().transform((given, context): TrustProxy => {
  if (given.toLowerCase() === 'off') return false
  if (/^[1-9]$/.test(given)) return Number(given)
  const networks = given.split(',').map((part) => part.trim())
  if (networks.every(isNetwork)) return networks
  context.addIssue(
    "must be 'off', how many proxies stand before the console (1 behind one), or their networks such as 10.0.0.0/8,192.168.1.5: whoever believes every address lets clients choose theirs",
  )
  return z.NEVER
})

/** Every setting, by its name in the environment. */
export const settings = z.object({
  PORT: port(8080),
  HOST: text.default('127.0.0.1'),
  DATA_DIR: text.default('.furrow'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  PUBLIC_URL: web.optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('warn'),
  MQTT_PORT: z
    .union([z.literal('off'), port(1883)], { error: "must be a number from 0 to 65535 or 'off'" })
    .default(1883),
  MQTT_HOST: text.optional(),
  MQTT_URL: z
    .string()
    .regex(/^(mqtts?|wss?):\/\/\S+$/, 'must begin with mqtt://, mqtts://, ws:// or wss://')
    .optional(),
  MQTT_TLS_PORT: port(8883),
  MQTT_TLS_CERT: text.optional(),
  MQTT_TLS_KEY: text.optional(),
  FURROW_DEMO: switched('on'),
  FURROW_DEMO_LANGUAGE: z.enum(languages).default('zh-CN'),
  FURROW_SIMULATOR: switched('on'),
  FURROW_SECRET: z
    .string()
    .min(
      16,
      'must have at least 16 characters that nobody guesses, such as from: openssl rand -base64 32',
    )
    .optional(),
  FURROW_TRUST_PROXY: proxies.default(false),
  FURROW_METRICS: z
    .enum(['public', 'local'], { error: "must be 'public' or 'local'" })
    .default('local'),
  FURROW_PRIVATE_ROBOTS: switched('off'),
  FURROW_PRIVATE_BROKERS: switched('off'),
  FURROW_PRIVATE_CAMERAS: switched('off'),
  FURROW_FFMPEG: text.optional(),
  FURROW_RECORDINGS: z.enum(['disk', 's3'], { error: "must be 'disk' or 's3'" }).default('disk'),
  FURROW_RECORDINGS_BUCKET: text.optional(),
  FURROW_RECORDINGS_WAITING: count(1, 20),
  FURROW_RECORDINGS_DIR: text.optional(),
  FURROW_DEVICE_ADDRESS: z
    .string()
    .regex(
      /^[\w.-]+(:\d{1,5})?$/,
      'must be a host name or address, with a port where it is another: mqtt.example.com:8883',
    )
    .optional(),
  FURROW_DNS: list(
    /^(\d+\.\d+\.\d+\.\d+(:\d+)?|\[[\da-f:]+\](:\d+)?|[\da-f:]+)$/i,
    'must be addresses of name servers, such as 223.5.5.5,119.29.29.29',
  ),
  FURROW_SCREEN_ORIGINS: list(
    /^https:\/\/[^/\s]+$/,
    'must be origins such as https://wall.example.com,https://screens.example.com',
  ),
  FURROW_MAP_TILES: mapTiles.default([]),
  FURROW_WEATHER: z
    .enum(['off', 'qweather', 'open-meteo'], {
      error: "must be 'off', 'qweather' or 'open-meteo'",
    })
    .default('off'),
  FURROW_WEATHER_URL: web.optional(),
  FURROW_WEATHER_KEY: text.default(''),
  FURROW_GEOCODER: z
    .enum(['off', 'tianditu', 'amap', 'nominatim'], {
      error: "must be 'off', 'tianditu', 'amap' or 'nominatim'",
    })
    .default('off'),
  FURROW_GEOCODER_URL: web.optional(),
  FURROW_GEOCODER_KEY: text.default(''),
  FURROW_BACKUP_DIR: text.optional(),
  FURROW_BACKUP_EVERY: count(1, 24),
  FURROW_BACKUP_KEEP: count(1, 7),
  S3_ENDPOINT: web.optional(),
  S3_BUCKET: text.default('furrow'),
  S3_REGION: text.default('us-east-1'),
  S3_ACCESS_KEY_ID: text.default(''),
  S3_SECRET_ACCESS_KEY: text.default(''),
  SMS_URL: web.optional(),
  SMS_TOKEN: text.default(''),
  SIM_CARRIER_URL: web.optional(),
  SIM_CARRIER_TOKEN: text.default(''),
  FURROW_OIDC_ISSUER: web.optional(),
  FURROW_OIDC_CLIENT_ID: text.default(''),
  FURROW_OIDC_CLIENT_SECRET: text.default(''),
  FURROW_OIDC_NAME: text.max(30, 'must be at most 30 characters').default('OpenID Connect'),
})
