import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'

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

/** A person at the API: signs in as the console does, calls as the console does. */
export class Client {
  readonly #app: Injectable
  #token = ''
  tenantId = -1
  constructor(app: Injectable) {
    this.#app = app
  }

  async seal(password: string): Promise<string> {
    const { publicKey, nonce } = await this.call<{ publicKey: string; nonce: string }>(
      'GET /oauth/public/password-key',
    )
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
    const form = new URLSearchParams({
      grant_type: 'password',
      username,
      password: await this.seal(password),
      source_type: 'web',
    })
    const { access_token } = await this.call<{ access_token: string }>(
      'POST /oauth/oauth/token',
      form,
    )
    this.#token = access_token
    this.tenantId = (await this.call<{ tenantId: number }>('GET /iam/stong/v1/users/self')).tenantId
    return this
  }
  get token(): string {
    return this.#token
  }
  set token(token: string) {
    this.#token = token
  }

  /** Answers the body; throws `CallFailed` for a refusal. `{tenant}` is the caller's own. */
  async call<T>(
    endpoint: string,
    input?: Record<string, unknown> | unknown[] | URLSearchParams,
  ): Promise<T> {
    const response = await this.send(endpoint, input)
    const body = response.body === '' ? null : (response.json() as T)
    if (response.statusCode >= 400)
      throw new CallFailed(response.statusCode, (body ?? {}) as Record<string, unknown>, endpoint)
    return body as T
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
  send(
    endpoint: string,
    input?: Record<string, unknown> | unknown[] | URLSearchParams,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const [method, path] = endpoint.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
    const isForm = input instanceof URLSearchParams
    return this.#app.inject({
      method,
      url: path.replace('{tenant}', String(this.tenantId)),
      headers: {
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
        ...(isForm && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(input && method === 'GET'
        ? { query: input as Record<string, string> }
        : input
          ? { payload: isForm ? input.toString() : (input as object) }
          : {}),
    })
  }
}
