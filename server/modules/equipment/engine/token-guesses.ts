import { sql } from 'kysely'
import { row, type Database } from '#server/db/database.ts'
import { hashOf } from '#server/db/token.ts'
import { networkOf } from '#server/http/network.ts'
import type { DeviceAttempts } from './attempts.ts'
import { countsOf, isOver, noteFailure, Refusals, type Counts } from './guess-counts.ts'

interface Pushing {
  tenantId: number
  networkId: number
}
/** Longer than any token that we make. */
const mostToken = 200

/**
 * Lets network servers push by their token, and counts those that nobody has, as secrets of devices
 * are: by the token in its network, and by the network; in the database, for all processes together.
 * Who is at home there, with a node, a device or a network server, goes on.
 */
export class TokenGuesses {
  readonly #attempts: DeviceAttempts
  readonly #refused = new Refusals()
  constructor(attempts: DeviceAttempts) {
    this.#attempts = attempts
  }
  /**
   * Whose token it is, null, or 'limited' after too many failures. Errors: rejects while the
   * database is away.
   */
  async admit(db: Database, token: string, address: string): Promise<Pushing | null | 'limited'> {
    if (token === '' || token.length > mostToken) return null
    const network = networkOf(address)
    const hash = hashOf(token)
    const keys = {
      ofName: `lora-token:${hash}|${network}`,
      ofNetwork: `lora-token-network:${network}`,
    }
    const found = await this.#refused.inTurn(keys.ofName, async () => {
      if (this.#refused.has(keys.ofName)) return 'limited'
      const looked = (await db.platform((tx) =>
        row<Partial<Pushing> & Counts & { isOver: boolean }>(
          tx,
          sql`select n.tenant_id, n.network_id, c.of_name, c.of_network, c.left,
              ${isOver(sql`coalesce(n.is_home, false)`)} as is_over
            from ${countsOf(keys)} left join furrow_lora_network_by_token(${hash}, ${network}) n on true`,
        ),
      ))!
      if (looked.isOver) {
        this.#refused.add(keys.ofName, looked.left)
        return 'limited'
      }
      const { tenantId, networkId } = looked
      if (tenantId && networkId) return { tenantId, networkId }
      await db.platform((tx) => noteFailure(tx, keys, sql`false`))
      return null
    })
    if (found !== null && found !== 'limited')
      this.#attempts.note({ tenantId: found.tenantId, deviceId: null }, 'in', address)
    return found
  }
}
