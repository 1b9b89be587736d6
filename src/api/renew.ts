import axios from 'axios'
import type { Tokens } from '#contract/account/sign-in.ts'
import { ApiError } from './api-error.ts'
import { consoleClient, token } from './public-calls.ts'
import { failureOf, silenceOf } from './failure.ts'
import { withCrossTabLock } from './cross-tab-lock.ts'
import { accessToken, isExpiring, refreshToken, storeRenewed } from './tokens.ts'

/** Without the interceptors of `http`: a renewal must never wait for a renewal. */
export const bare = axios.create({ timeout: 30_000, validateStatus: () => true })
let running: Promise<boolean> | null = null

async function post(refresh: string): Promise<Tokens> {
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: refresh,
    ...consoleClient,
  })
  const response = await bare
    .post<Tokens>(token.endpoint.slice('POST '.length), form)
    .catch((error: unknown) => {
      throw axios.isAxiosError(error) ? silenceOf(error) : error
    })
  const failure = await failureOf(response)
  if (failure) throw failure
  return response.data
}

async function renewOnce(used: string | null): Promise<boolean> {
  // While this tab stood in line, another may have renewed already.
  if (accessToken() && accessToken() !== used && !isExpiring()) return true
  const refresh = refreshToken()
  if (!refresh) return false
  try {
    storeRenewed(await post(refresh))
    return true
  } catch (error) {
    if (refreshToken() && refreshToken() !== refresh) return true
    if (
      error instanceof ApiError &&
      error.status >= 400 &&
      error.status < 500 &&
      error.status !== 429
    )
      return false
    throw error
  }
}

/**
 * A new token in place of `used`: one request however many askers and tabs. False: the session is
 * over.
 * Errors: throws the ApiError when no answer came or the server is in trouble; the session may
 * still be good.
 */
export function renew(used: string | null): Promise<boolean> {
  running ??= withCrossTabLock('renew', () => renewOnce(used)).finally(() => {
    running = null
  })
  return running
}
