import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { z } from 'zod'
import { self } from '#contract/account/self.ts'
import { passwordKey, token as tokenCall } from '#contract/account/sign-in.ts'
import type { Asked } from '#contract/entity-calls.ts'
import { requestOf, type Method } from '#contract/request.ts'

/** What is needed of an app to call it without a network. */
export interface Injectable {
  inject(options: InjectOptions): Promise<LightMyRequestResponse>
}
export class CallFailed extends Error {
  readonly status: number
  readonly body: Record<string, unknown>
  constructor(status: number, body: Record<string, unknown>, what: string) {
    super(
      `${what}: ${status} ${String(body.code)} ${String(body.message)} ${JSON.stringify(body.fields ?? {})}`,
    )
    this.status = status
    this.body = body
  }
}

/** What goes to an address that no contract has. */
export type Loose = Record<string, unknown> | unknown[] | URLSearchParams
/** What a call is sent: what it fills in itself may be left out, and ids are numbers. */
export type Sent<In extends z.ZodType> = In extends z.ZodObject
  ? {
      [K in keyof z.input<In>]: unknown extends z.input<In>[K]
        ? z.output<In>[K & keyof z.output<In>]
        : z.input<In>[K]
    }
  : z.output<In>
/** What asks for nothing may be left out. */
type Given<In extends z.ZodType> = {} extends Sent<In> ? [input?: Sent<In>] : [input: Sent<In>]
/**
 * An input that types cannot vouch for: one that the call shall refuse, or one that was made from a
 * field table.
 */
export const untyped = (input: unknown) => input as never

/** A person at the API: signs in as the console does, calls as the console does. */
export class Client {
  readonly #app: Injectable
  #token = ''
  tenantId = -1
  constructor(app: Injectable) {
    this.#app = app
  }

  async seal(password: string): Promise<string> {
    const { publicKey, nonce } = await this.call(passwordKey)
    const key = createPublicKey({
      key: Buffer.from(publicKey, 'base64'),
      type: 'spki',
      format: 'der',
    })
    return publicEncrypt(
      { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      Buffer.from(`${nonce}:${password}`),
    ).toString('base64')
  }
  async signIn(username: string, password: string): Promise<this> {
    const { access_token } = await this.call(tokenCall, {
      grant_type: 'password',
      username,
      password: await this.seal(password),
      source_type: 'web',
    })
    this.#token = access_token
    this.tenantId = (await this.call(self)).tenantId
    return this
  }
  get token(): string {
    return this.#token
  }
  set token(token: string) {
    this.#token = token
  }

  /**
   * Answers the body; throws `CallFailed` for a refusal. A call of the contract is typed by it, and
   * finds in its input what stands in its path; an address is for what no contract has.
   * `{tenant}` is the caller's own.
   */
  call<T>(endpoint: string, input?: Loose): Promise<T>
  call<In extends z.ZodType, Out extends z.ZodType>(
    definition: Asked<In, Out>,
    ...input: Given<In>
  ): Promise<z.output<Out>>
  async call(what: Asked | string, input?: unknown): Promise<unknown> {
    const response = await this.send(what as Asked, input)
    const body: unknown = response.body === '' ? null : response.json()
    if (response.statusCode >= 400)
      throw new CallFailed(
        response.statusCode,
        (body ?? {}) as Record<string, unknown>,
        typeof what === 'string' ? what : what.endpoint,
      )
    return body
  }
  /** Uploads a picture and answers its address. */
  async upload(name: string, type: string, bytes: Buffer): Promise<string> {
    const boundary = 'furrow-demo-boundary'
    const part = (head: string, body: Buffer | string) =>
      Buffer.concat([
        Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
        Buffer.from(body),
        Buffer.from('\r\n'),
      ])
    const payload = Buffer.concat([
      part('name="bucketName"', 'public'),
      part(`name="file"; filename="${name}"\r\nContent-Type: ${type}`, bytes),
      Buffer.from(`--${boundary}--\r\n`),
    ])
    const response = await this.#app.inject({
      method: 'POST',
      url: `/hfle/v1/${this.tenantId}/files/multipart`,
      payload,
      headers: {
        authorization: `Bearer ${this.#token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
    })
    const address = response.body.replaceAll('"', '')
    // A refusal of an upload carries its status in its body (contract).
    if (!address.startsWith('/hfle/'))
      throw new CallFailed(response.statusCode, response.json(), `upload ${name}`)
    return address
  }
  /**
   * What lies at an address that is no call: one that the server told, or a path that the contract
   * has apart (`livePath`). `{tenant}` is the caller's own.
   */
  fetch(address: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.#app.inject({
      method: 'GET',
      url: address.replace('{tenant}', String(this.tenantId)),
      headers: { ...(this.#token && { authorization: `Bearer ${this.#token}` }), ...headers },
    })
  }
  /** Answers whatever came back, refusals too; `untyped` sends what the contract would not take. */
  send(
    endpoint: string,
    input?: Loose,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
  send<In extends z.ZodType, Out extends z.ZodType>(
    definition: Asked<In, Out>,
    input?: Sent<In>,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
  send(
    what: Asked | string,
    input?: unknown,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const { method, url, query, body } =
      typeof what === 'string'
        ? this.#addressed(what, input)
        : requestOf(what, input, this.tenantId)
    const isForm = body instanceof URLSearchParams
    return this.#app.inject({
      method,
      url,
      headers: {
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
        ...(isForm && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(query && { query: query as Record<string, string> }),
      ...(body !== undefined && { payload: isForm ? body.toString() : (body as object) }),
    })
  }
  #addressed(endpoint: string, input: unknown): ReturnType<typeof requestOf> {
    const [method, path] = endpoint.split(' ') as [Method, string]
    const url = path.replace('{tenant}', String(this.tenantId))
    return {
      method,
      url,
      ...(input && method === 'GET'
        ? { query: input as Record<string, unknown> }
        : input
          ? { body: input }
          : {}),
    }
  }
}
