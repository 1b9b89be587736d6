import { sql } from 'kysely'
import * as client from 'openid-client'
import { oidcCallbackPath } from '#contract/account/identity.ts'
import { row, type Database } from '#server/db/database.ts'
import { decryptSecret, encryptSecret } from '#server/db/secret.ts'
import { hashOf } from '#server/db/token.ts'
import type { Linking } from './link-ticket.ts'

export interface OidcSettings {
  issuer: string
  clientId: string
  clientSecret: string
  name: string
}
/** Who came back: whom the provider names, and whose account was to be linked, if one was. */
interface CameBack {
  issuer: string
  subject: string
  linking: Linking | null
}
const timeoutSeconds = 8
const flowMinutes = 10

/**
 * One provider outside that may vouch for people: authorization code with PKCE, state and nonce.
 */
export class Oidc {
  readonly #db: Database
  readonly #settings: OidcSettings
  readonly #redirect: string
  readonly #secret: string
  #found: Promise<client.Configuration> | null = null
  constructor(db: Database, settings: OidcSettings, publicUrl: string, secret: string) {
    this.#db = db
    this.#settings = settings
    this.#redirect = publicUrl + oidcCallbackPath
    this.#secret = secret
  }
  get name(): string {
    return this.#settings.name
  }
  get issuer(): string {
    return this.#settings.issuer
  }
  #provider(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings
    // Whoever writes http into the settings has the provider in their own network.
    this.#found ??= client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: timeoutSeconds,
      ...(issuer.startsWith('http:') && { execute: [client.allowInsecureRequests] }),
    })
    this.#found.catch(() => {
      this.#found = null
    })
    return this.#found
  }

  /**
   * Where to send the browser, and the state that it must bring back. Errors: throws when the
   * provider cannot be reached.
   */
  async start(linking: Linking | null): Promise<{ address: string; state: string }> {
    const provider = await this.#provider()
    const [state, nonce, verifier] = [
      client.randomState(),
      client.randomNonce(),
      client.randomPKCECodeVerifier(),
    ]
    const sealed = (plain: string) => encryptSecret(this.#secret, plain)
    await this.#db.platform((tx) =>
      sql`insert into oidc_flow (state_hash, verifier, nonce, account_id, session_id, expires_at)
      values (${hashOf(state)}, ${sealed(verifier)}, ${sealed(nonce)}, ${linking?.accountId ?? null}, ${linking?.sessionId ?? null},
      now() + ${`${flowMinutes} minutes`}::interval)`.execute(tx),
    )
    const address = client.buildAuthorizationUrl(provider, {
      redirect_uri: this.#redirect,
      scope: 'openid',
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    return { address: address.href, state }
  }
  /**
   * Whom the provider vouches for; null for anything that is not the end of a way that began here,
   * in this browser.
   */
  async finish(query: string, state: string): Promise<CameBack | null> {
    const flow = await this.#db.platform((tx) =>
      row<{
        verifier: string
        nonce: string
        accountId: number | null
        sessionId: number | null
      }>(
        tx,
        sql`
      delete from oidc_flow where state_hash = ${hashOf(state)} and expires_at > now()
      returning verifier, nonce, account_id, session_id`,
      ),
    )
    if (!flow) return null
    try {
      const tokens = await client.authorizationCodeGrant(
        await this.#provider(),
        new URL(`${this.#redirect}?${query}`),
        {
          pkceCodeVerifier: decryptSecret(this.#secret, flow.verifier),
          expectedState: state,
          expectedNonce: decryptSecret(this.#secret, flow.nonce),
          idTokenExpected: true,
        },
      )
      const claims = tokens.claims()!
      const { accountId, sessionId } = flow
      return {
        issuer: claims.iss,
        subject: claims.sub,
        // A way to link that forgot its session is none; it signs nobody in either.
        linking: accountId === null ? null : { accountId, sessionId: sessionId ?? 0 },
      }
    } catch {
      return null
    }
  }
}
