import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { row, type Database, type Tx } from '#server/db/database.ts'

/**
 * Told when a device may no longer be connected as it is, or is heard otherwise: `tenant/device`.
 */
export const credentialRevoked = 'furrow_device_cut'
/**
 * Every process that holds a connection of the device asks again what lets it in, when and only
 * when the transaction commits; without it the connection ends.
 */
export const notifyRevoked = (tx: Tx, tenant: number, device: number) =>
  sql`select pg_notify(${credentialRevoked}, ${`${tenant}/${device}`})`.execute(tx)

/** A secret of 192 random bits needs no slow hash: nobody can try them out. */
const hashOf = (secret: string | Buffer) => createHash('sha256').update(secret).digest('base64url')
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
const newKey = () => `d-${[...randomBytes(14)].map((byte) => alphabet[byte % 32]).join('')}`

/** What a credential stands for. */
export interface KnownDevice {
  tenantId: number
  deviceId: number
  deviceType: string
  dialect: string
}

export type Credential = KnownDevice & { secretHash: string }

/**
 * Makes the device's credential, or gives it a new secret under the name it has. The secret is kept
 * nowhere.
 */
export async function renew(
  tx: Tx,
  tenant: number,
  device: number,
  by: number,
): Promise<{ key: string; secret: string }> {
  const secret = randomBytes(24).toString('base64url')
  const made = await row<{ key: string }>(
    tx,
    sql`insert into device_credential (device_id, key, secret_hash, created_by)
      values (${device}, ${newKey()}, ${hashOf(secret)}, ${by})
    on conflict (tenant_id, device_id) do update set secret_hash = excluded.secret_hash,
    created_at = now(), created_by = excluded.created_by returning key`,
  )
  await notifyRevoked(tx, tenant, device)
  return { key: made!.key, secret }
}
export async function revoke(tx: Tx, tenant: number, device: number): Promise<void> {
  await sql`delete from device_credential where device_id = ${device}`.execute(tx)
  await notifyRevoked(tx, tenant, device)
}
export const credentialOf = (tx: Tx, device: number) =>
  row<{ key: string; createdAt: string }>(
    tx,
    sql`select key, created_at from device_credential where device_id = ${device}`,
  )

/**
 * Whose credential this is; null when it is nobody's, or of a device or tenant that is switched
 * off.
 */
export async function authenticateDevice(
  db: Database,
  key: string,
  secret: Buffer,
): Promise<KnownDevice | null> {
  const found = await db.platform((tx) =>
    row<Credential>(tx, sql`select * from furrow_device_by_key(${key})`),
  )
  return deviceOf(found, secret)
}
/** The device of a credential, if this is its secret. */
export function deviceOf(found: Partial<Credential> | null, secret: Buffer): KnownDevice | null {
  if (!isCredential(found)) return null
  const { secretHash, tenantId, deviceId, deviceType, dialect } = found
  if (!timingSafeEqual(Buffer.from(secretHash), Buffer.from(hashOf(secret)))) return null
  return { tenantId, deviceId, deviceType, dialect }
}
const isCredential = (found: Partial<Credential> | null): found is Credential =>
  typeof found?.secretHash === 'string'
