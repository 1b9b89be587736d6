import axios, {
  type AxiosAdapter,
  type AxiosResponse,
  type InternalAxiosRequestConfig,
} from 'axios'
import { randomId } from '#src/lib/random.ts'
import { storedLanguage } from '#src/lib/language.ts'
import { ApiError, isApiError, localCodes } from './api-error.ts'
import { hearClock } from './field/clocks.ts'
import { failureOf, silenceOf } from './failure.ts'
import { takeFirst } from './first-requests.ts'
import { renew } from './renew.ts'
import { sessionOver, sessionSettled } from './session.ts'
import { noteRefusal } from './stay.ts'
import { accessToken, isExpiring, isForeignSession, refreshToken } from './tokens.ts'
import { tip } from './error-toasts.ts'

declare module 'axios' {
  interface AxiosRequestConfig {
    /** Sent without a token: sign-in and what comes before it. */
    isPublic?: boolean
    /** No tip when it fails: the caller shows the refusal itself. */
    quiet?: boolean
    isReplay?: boolean
    usedToken?: string | null
    idempotencyKey?: string
  }
}

const overNetwork = axios.getAdapter('xhr')
/** As axios sends, unless the page's entry has asked this already. */
const send: AxiosAdapter = async (config) => {
  const answer =
    config.method === 'get' && !config.isReplay
      ? await takeFirst(axios.getUri(config))?.catch(() => undefined)
      : undefined
  if (!answer) return overNetwork(config)
  const { status, statusText, headers } = answer
  return {
    data: await answer.text().then(parsed),
    status,
    statusText,
    headers: Object.fromEntries(headers),
    config,
  }
}
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The console's HTTP client; `call` and the data provider both stand on it. */
export const http = axios.create({
  adapter: send,
  timeout: 30_000,
  validateStatus: () => true,
  // `ids=1&ids=2`, as Spring and Fastify read it
  paramsSerializer: { indexes: null },
})

async function authorize(config: InternalAxiosRequestConfig): Promise<void> {
  await sessionSettled()
  if (isForeignSession()) throw new ApiError(0, { code: localCodes.foreignSession })
  if (isExpiring() && refreshToken()) {
    // Ahead of time the old token still works: trouble here is no trouble yet.
    await renew(accessToken()).catch(() => false)
  }
  const token = accessToken()
  config.usedToken = token
  if (token) config.headers.set('Authorization', `Bearer ${token}`)
}

http.interceptors.request.use(async (config) => {
  config.headers.set('Accept-Language', storedLanguage())
  config.headers.set('X-Request-Id', randomId())
  if (config.idempotencyKey) config.headers.set('Idempotency-Key', config.idempotencyKey)
  if (!config.isPublic) await authorize(config)
  return config
})

async function afterRefusal(
  failure: ApiError,
  config: InternalAxiosRequestConfig,
): Promise<AxiosResponse<unknown>> {
  if (failure.isExpired && !config.isPublic && !config.isReplay) {
    const isBack = (await renew(config.usedToken ?? null)) || (await sessionOver())
    if (isBack) return http.request({ ...config, isReplay: true })
  }
  if (!config.isPublic && (failure.status === 403 || failure.status === 404)) noteRefusal()
  throw failure
}

function report(error: unknown, config: InternalAxiosRequestConfig | undefined): never {
  if (isApiError(error) && !config?.quiet) tip(error, !/^get$/i.test(config?.method ?? 'get'))
  throw error
}

http.interceptors.response.use(
  async (response) => {
    hearClock(response.headers.date)
    const failure = await failureOf(response)
    if (!failure) {
      // 204 and an empty body are success without data (docs/specification.md 1.2)
      if (response.status === 204 || response.data === '') response.data = undefined
      return response
    }
    return afterRefusal(failure, response.config).catch((error: unknown) =>
      report(error, response.config),
    )
  },
  (error: unknown) => {
    if (axios.isAxiosError(error)) return report(silenceOf(error), error.config)
    return report(error, undefined)
  },
)
