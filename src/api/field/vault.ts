/**
 * What this browser keeps for one person in one tenant, so that work goes on without a network:
 * encrypted by a key that no script can read and that goes with their sign-out.
 */
export interface Vault {
  /** `<tenant>/<account>` */
  owner: string
  read<T>(table: Table, id: string): Promise<T | undefined>
  readAll<T>(table: Table): Promise<T[]>
  ids(table: Table): Promise<string[]>
  /** All of it in one step, or nothing. */
  write(puts: readonly Put[], drops?: readonly Drop[]): Promise<void>
}
type Table = 'entries' | 'photos' | 'kept'
interface Put {
  table: Table
  id: string
  value: unknown
}
interface Drop {
  table: Table
  id: string
}
interface Sealed {
  owner: string
  id: string
  iv: Uint8Array<ArrayBuffer>
  data: ArrayBuffer
  /** Of a picture: its bytes are sealed as they are. */
  type?: string
}
const dbName = 'furrow-field'
const tables: readonly Table[] = ['entries', 'photos', 'kept']

/** Over plain http browsers give no keys: there is no queue, and work needs the network. */
export const canKeep = (): boolean =>
  globalThis.isSecureContext && 'indexedDB' in globalThis && 'subtle' in globalThis.crypto

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('indexedDB'))
  })
const doneOf = (tx: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    tx.oncomplete = () => resolve()
    tx.onabort = () => reject(tx.error ?? new Error('indexedDB'))
  })

let opened: Promise<IDBDatabase> | null = null
function database(): Promise<IDBDatabase> {
  opened ??= (async () => {
    const request = indexedDB.open(dbName, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('keys', { keyPath: 'owner' })
      for (const table of tables)
        request.result.createObjectStore(table, { keyPath: ['owner', 'id'] })
    }
    const db = await answerOf(request)
    // Another page deletes or renews it: this one opens it again when it needs it.
    db.onversionchange = () => {
      db.close()
      opened = null
    }
    return db
  })().catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}

const algorithm = 'AES-GCM'
async function keyFor(db: IDBDatabase, owner: string, isNew: boolean): Promise<CryptoKey | null> {
  const found = (await answerOf(db.transaction('keys').objectStore('keys').get(owner))) as
    | { key: CryptoKey }
    | undefined
  if (found || !isNew) return found?.key ?? null
  const key = await crypto.subtle.generateKey({ name: algorithm, length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  const tx = db.transaction('keys', 'readwrite', { durability: 'strict' })
  const store = tx.objectStore('keys')
  // Another page may have made one meanwhile: the first stays.
  const first = (await answerOf(store.get(owner))) as { key: CryptoKey } | undefined
  if (!first) store.add({ owner, key })
  await doneOf(tx)
  return first?.key ?? key
}

/** Bound to its owner and place: a sealed value moved elsewhere opens for nobody. */
const placeOf = (owner: string, table: Table, id: string) =>
  new TextEncoder().encode(`${owner}\n${table}\n${id}`)

async function seal(key: CryptoKey, owner: string, { table, id, value }: Put): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const isBlob = value instanceof Blob
  const plain = isBlob ? await value.arrayBuffer() : new TextEncoder().encode(JSON.stringify(value))
  const data = await crypto.subtle.encrypt(
    { name: algorithm, iv, additionalData: placeOf(owner, table, id) },
    key,
    plain,
  )
  return { owner, id, iv, data, ...(isBlob && { type: value.type }) }
}
async function open(key: CryptoKey, table: Table, { owner, id, iv, data, type }: Sealed) {
  const plain = await crypto.subtle.decrypt(
    { name: algorithm, iv, additionalData: placeOf(owner, table, id) },
    key,
    data,
  )
  return type === undefined
    ? (JSON.parse(new TextDecoder().decode(plain)) as unknown)
    : new Blob([plain], { type })
}
const range = (owner: string) => IDBKeyRange.bound([owner, ''], [owner, '\uffff'])

/**
 * The vault of an owner; `isNew`: it is made where there is none. Null: none is there.
 * Errors: rejects where the browser keeps nothing (a private window, a full disk).
 */
export async function openVault(owner: string, isNew: boolean): Promise<Vault | null> {
  const key = await keyFor(await database(), owner, isNew)
  if (!key) return null
  return {
    owner,
    async read<T>(table: Table, id: string) {
      const db = await database()
      const found = (await answerOf(db.transaction(table).objectStore(table).get([owner, id]))) as
        | Sealed
        | undefined
      return found && ((await open(key, table, found)) as T)
    },
    async readAll<T>(table: Table) {
      const db = await database()
      const found = (await answerOf(
        db.transaction(table).objectStore(table).getAll(range(owner)),
      )) as Sealed[]
      return (await Promise.all(found.map((one) => open(key, table, one)))) as T[]
    },
    async ids(table) {
      const db = await database()
      const keys = await answerOf(db.transaction(table).objectStore(table).getAllKeys(range(owner)))
      return (keys as [string, string][]).map(([, id]) => id)
    },
    async write(puts, drops = []) {
      // Sealed first: a transaction ends as soon as nothing is asked of it.
      const sealed = await Promise.all(puts.map((put) => seal(key, owner, put)))
      const tx = (await database()).transaction(['keys', ...tables], 'readwrite', {
        durability: 'strict',
      })
      // Signed out meanwhile, by another page: what nobody could open is not left behind.
      if (!(await answerOf(tx.objectStore('keys').count(owner)))) return tx.abort()
      puts.forEach(({ table }, at) => tx.objectStore(table).put(sealed[at]!))
      drops.forEach(({ table, id }) => tx.objectStore(table).delete([owner, id]))
      await doneOf(tx)
    },
  }
}

/**
 * Pictures of the ground lie in caches whose names begin so: they are nobody's secret, but where
 * somebody works is, so they go with what is kept.
 */
export const groundCaches = (owner: string) => `ground/${owner}/`
async function dropGround(isGone: (name: string) => boolean): Promise<void> {
  if (!('caches' in globalThis)) return
  const names = await caches.keys()
  await Promise.all(
    names
      .filter((name) => name.startsWith('ground/') && isGone(name))
      .map((name) => caches.delete(name)),
  )
}

/** At sign-out: the key first, so that a rest that outlives it is readable for nobody. */
export async function destroyVault(owner: string): Promise<void> {
  await dropGround((name) => name.startsWith(groundCaches(owner)))
  const db = await database()
  const tx = db.transaction(['keys', ...tables], 'readwrite', { durability: 'strict' })
  tx.objectStore('keys').delete(owner)
  for (const table of tables) tx.objectStore(table).delete(range(owner))
  await doneOf(tx)
}

/**
 * Others who used this browser: what they took along goes; what they did and nobody has sent waits
 * for them.
 */
export async function clearOthers(owner: string): Promise<void> {
  const db = await database()
  const owners = (await answerOf(
    db.transaction('keys').objectStore('keys').getAllKeys(),
  )) as string[]
  await dropGround((name) => !name.startsWith(groundCaches(owner)))
  for (const other of owners.filter((one) => one !== owner)) {
    const count = await answerOf(
      db.transaction('entries').objectStore('entries').count(range(other)),
    )
    if (count === 0) await destroyVault(other)
    else {
      const tx = db.transaction('kept', 'readwrite')
      tx.objectStore('kept').delete(range(other))
      await doneOf(tx)
    }
  }
}
