import { sql } from 'kysely'
import type { Language } from '#contract/account/self.ts'
import { usualWays, type KindWays, type Quiet, type RobotChannel } from '#contract/message/ways.ts'
import { rows, type Tx } from '#server/db/database.ts'

/** How one person of a tenant is told. */
export interface Setting {
  accountId: number
  language: Language
  ways: KindWays
  quiet: Quiet | null
  phone: string | null
  confirmedPhone: string | null
  robotChannel: RobotChannel | null
  robotHost: string | null
  robotSealed: string | null
  zone: string
}
type Row = Omit<Setting, 'ways' | 'quiet'> & {
  ways: Partial<KindWays> | null
  quietFrom: number | null
  quietTo: number | null
}

/** Of these people; who has said nothing has the usual. */
export async function settingsOf(
  tx: Tx,
  accounts: readonly number[],
): Promise<ReadonlyMap<number, Setting>> {
  const found = await rows<Row>(
    tx,
    sql`select a.id as account_id, a.language, a.phone, s.ways, s.quiet_from, s.quiet_to, s.confirmed_phone,
        s.robot_channel, s.robot_host, s.robot_sealed, n.time_zone as zone
      from account a join tenant n on n.id = furrow_tenant()
      left join message_setting s on s.account_id = a.id
      where a.id = any(${[...new Set(accounts)]}::bigint[])`,
  )
  return new Map(
    found.map(({ ways, quietFrom, quietTo, ...one }) => [
      one.accountId,
      {
        ...one,
        ways: { ...usualWays, ...ways },
        quiet: quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo },
      },
    ]),
  )
}
