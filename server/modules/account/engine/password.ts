import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  privateDecrypt,
  randomBytes,
  createCipheriv,
  createDecipheriv,
  timingSafeEqual,
  constants,
  type KeyObject,
} from 'node:crypto'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { changed, row, type Database } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'
import { hashed } from './hashing.ts'

/** argon2id with OWASP's least: 19 MiB, two passes. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
export const hashPassword = (password: string) => hashed<string>('', { password, strength })
let decoy: Promise<string> | undefined
/** Takes as long for a name that nobody has as for one that somebody has. */
export async function checkPassword(
  stored: string | null,
  password: string,
  network = '',
): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const known = stored ?? (await decoy)
  const isRight = await hashed<boolean>(network, { password, stored: known })
  return stored !== null && isRight
}

/** Half a second of a processor, which must not be the one thread that answers everybody. */
const newKeyPair = promisify(generateKeyPair)
const nonceLifeMs = 120_000
const unreadable = () => new HttpError(401, 'hoth.warn.decodePasswordError')

/**
 * Opens passwords that the console sealed: RSA-OAEP-SHA256 over `nonce:password`. PKCS#1 v1.5,
 * which the services this
 * API follows use, throws on Node 20; the nonce keeps a copied ciphertext from being sent again
 * (docs/specification.md 2.5).
 */
export class PasswordKeys {
  readonly #db: Database
  readonly #nonceKey: Buffer
  readonly #wrapKey: Buffer
  #keys: { privateKey: KeyObject; publicKey: string } | null = null
  constructor(db: Database, secret: string) {
    this.#db = db
    this.#nonceKey = createHmac('sha256', secret).update('nonce').digest()
    this.#wrapKey = createHmac('sha256', secret).update('wrap').digest()
  }

  async publicKey(): Promise<string> {
    return (await this.#load()).publicKey
  }
  nonce(now = Date.now()): string {
    const body = `${now.toString(36)}.${randomBytes(9).toString('base64url')}`
    return `${body}.${this.#sign(body)}`
  }
  #sign(body: string): string {
    return createHmac('sha256', this.#nonceKey).update(body).digest('base64url').slice(0, 22)
  }

  /**
   * The password inside; 401 `hoth.warn.decodePasswordError` for anything forged, late or used
   * before.
   */
  async open(sealed: string): Promise<string> {
    const [password = ''] = await this.openAll([sealed])
    return password
  }
  /** Several at once, all sealed with nonces of their own. */
  async openAll(sealed: string[]): Promise<string[]> {
    const { privateKey } = await this.#load()
    const opened = sealed.map((text) => {
      try {
        const plain = privateDecrypt(
          { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
          Buffer.from(text, 'base64'),
        ).toString('utf8')
        const at = plain.indexOf(':')
        return { nonce: plain.slice(0, at), password: plain.slice(at + 1) }
      } catch {
        throw unreadable()
      }
    })
    for (const { nonce } of opened) if (!this.#isOurs(nonce)) throw unreadable()
    await this.#db.platform(async (tx) => {
      for (const { nonce } of opened) {
        if (
          (await changed(
            tx,
            sql`insert into used_nonce (nonce) values (${nonce}) on conflict do nothing`,
          )) === 0
        )
          throw unreadable()
      }
      await sql`delete from used_nonce where used_at < now() - interval '10 minutes'`.execute(tx)
    })
    return opened.map((o) => o.password)
  }
  #isOurs(nonce: string): boolean {
    const [time = '', random = '', signature = ''] = nonce.split('.')
    const right = Buffer.from(this.#sign(`${time}.${random}`))
    const given = Buffer.from(signature)
    const age = Date.now() - Number.parseInt(time, 36)
    return (
      given.length === right.length &&
      timingSafeEqual(given, right) &&
      age >= 0 &&
      age < nonceLifeMs
    )
  }

  /** One key pair for every process of a database, wrapped with the installation's secret. */
  async #load() {
    if (this.#keys) return this.#keys
    const find = () =>
      this.#db.platform((tx) =>
        row<{ value: string }>(tx, sql`select value from platform_secret where name = 'rsa'`),
      )
    let stored = (await find())?.value
    if (stored === undefined) {
      const made = await newKeyPair('rsa', { modulusLength: 2048 })
      const wrapped = this.#wrap(made.privateKey.export({ type: 'pkcs8', format: 'der' }))
      await this.#db.platform((tx) =>
        sql`insert into platform_secret (name, value) values ('rsa', ${wrapped}) on conflict do nothing`.execute(
          tx,
        ),
      )
      stored = (await find())!.value
    }
    const privateKey = createPrivateKey({ key: this.#unwrap(stored), type: 'pkcs8', format: 'der' })
    const publicKey = createPublicKey(privateKey)
      .export({ type: 'spki', format: 'der' })
      .toString('base64')
    this.#keys = { privateKey, publicKey }
    return this.#keys
  }
  #wrap(plain: Buffer): string {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', this.#wrapKey, iv)
    const body = Buffer.concat([cipher.update(plain), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
  }
  #unwrap(text: string): Buffer {
    const data = Buffer.from(text, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', this.#wrapKey, data.subarray(0, 12))
    decipher.setAuthTag(data.subarray(12, 28))
    try {
      return Buffer.concat([decipher.update(data.subarray(28)), decipher.final()])
    } catch {
      throw new Error(
        'FURROW_SECRET (or secrets.json) is not the one that this database was set up with.',
      )
    }
  }
}
