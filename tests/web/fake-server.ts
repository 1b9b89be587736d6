import {
  AxiosError,
  AxiosHeaders,
  type AxiosAdapter,
  type AxiosResponse,
  type InternalAxiosRequestConfig,
} from 'axios'
import { http } from '#src/api/client.ts'
import { bare } from '#src/api/renew.ts'

export interface Asked {
  method: string
  path: string
  params: Record<string, unknown>
  body: unknown
  headers: Record<string, string>
}
export interface Reply {
  status?: number
  body?: unknown
  headers?: Record<string, string>
  /** No answer at all: an axios code. */
  silence?: string
}
type Respond = (asked: Asked) => Reply | Promise<Reply>

function bodyOf(data: unknown): unknown {
  if (typeof data !== 'string') return data
  return data.startsWith('{') || data.startsWith('[')
    ? (JSON.parse(data) as unknown)
    : Object.fromEntries(new URLSearchParams(data))
}
function askedOf(config: InternalAxiosRequestConfig): Asked {
  const headers = Object.fromEntries(
    Object.entries(config.headers.toJSON()).map(([name, value]) => [
      name.toLowerCase(),
      String(value),
    ]),
  )
  return {
    method: (config.method ?? 'get').toUpperCase(),
    path: config.url ?? '',
    params: (config.params ?? {}) as Record<string, unknown>,
    body: bodyOf(config.data),
    headers,
  }
}

/** Answers every request of the console's client; keeps what was asked. */
export function fakeServer(respond: Respond, clients = [http, bare]): Asked[] {
  const log: Asked[] = []
  const adapter: AxiosAdapter = async (config): Promise<AxiosResponse> => {
    const asked = askedOf(config)
    log.push(asked)
    const { status = 200, body = '', headers = {}, silence } = await respond(asked)
    if (silence) throw new AxiosError('no answer', silence, config)
    const type = typeof body === 'string' ? 'text/plain' : 'application/json'
    return {
      data: body,
      status,
      statusText: '',
      headers: new AxiosHeaders({ 'content-type': type, ...headers }),
      config,
    }
  }
  for (const client of clients) client.defaults.adapter = adapter
  return log
}
export const refusal = (
  status: number,
  code: string,
  message = code,
  more: Record<string, unknown> = {},
): Reply => ({
  status,
  body: { failed: true, code, message, type: 'warn', requestId: 'r-1', ...more },
})
export const expired = () => refusal(401, 'error.permission.accessTokenExpired')
export const pair = (name: string, seconds = 900) => ({
  access_token: `access-${name}`,
  refresh_token: `refresh-${name}`,
  token_type: 'bearer',
  expires_in: seconds,
  scope: '',
})
