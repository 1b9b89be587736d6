import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

type Values = Readonly<Record<string, unknown>>
const addresses = ['streamAddress', 'hdAddress', 'whepAddress'] as const
const partOf = (address: unknown, part: 'host' | 'hostname') =>
  typeof address === 'string' && URL.canParse(address) ? new URL(address)[part] : null

/** What was meant for one camera is not told to another that is put in its place. */
export async function forgetSecret(tx: Tx, values: Values, before: Values): Promise<void> {
  const isElsewhere = addresses.some((name) => {
    // A server plays at another port than it is read at; another port is another camera otherwise.
    const part = name === 'whepAddress' ? 'hostname' : 'host'
    const known = addresses.map((one) => partOf(before[one], part))
    return values[name] && !known.includes(partOf(values[name], part))
  })
  const isOtherWay = values.cameraEnter !== undefined && values.cameraEnter !== before.cameraEnter
  if (before.hasSecret === 1 && (isElsewhere || isOtherWay))
    await sql`update camera set sealed_secret = null where id = ${before.id}`.execute(tx)
}
