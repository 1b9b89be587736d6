import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import { invalidFields } from '#server/db/http-error.ts'
import { newToken } from '#server/db/token.ts'

/** The texts at a DNS name. Errors: throws when nobody answers or there are none. */
type TextRecords = (name: string) => Promise<string[]>

/** Asks the machine's own name servers, or those that are set ('9.9.9.9', '[::1]:5353'). */
export function textRecords(servers: readonly string[]): TextRecords {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  if (servers.length) resolver.setServers(servers)
  return async (name) => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
}

export const newDomainToken = () => newToken().slice(0, 32)
/** Where a domain says whose it is. */
export const recordName = (domain: string) => `_furrow.${domain}`
export const recordValue = (token: string) => `furrow-domain=${token}`

/**
 * Hosts that are nobody's to claim: the platform's own, this machine, addresses and names without a
 * dot.
 */
export function isReserved(domain: string, publicUrl: string): boolean {
  const host = domain.replace(/\.$/, '')
  if (host === new URL(publicUrl).hostname.toLowerCase()) return true
  return (
    isIP(host) !== 0 ||
    !/\.(xn--[a-z\d-]+|[a-z]{2,})$/.test(host) ||
    /(^|\.)(localhost|local|localdomain|internal|invalid|test|example|onion|arpa)$/.test(host)
  )
}

/** Whether the domain's own DNS names this claim. */
export async function isProven(domain: string, token: string, ask: TextRecords): Promise<boolean> {
  const found = await ask(recordName(domain)).catch((): string[] => [])
  return found.includes(recordValue(token))
}

/**
 * Lets a tenant's claim count from now on. Errors: 422 at `domainName` when another tenant's does
 * already.
 */
export async function confirmClaim(tx: Tx, tenant: number): Promise<void> {
  await sql`update tenant set domain_confirmed_at = coalesce(domain_confirmed_at, now()) where id = ${tenant}`
    .execute(tx)
    .catch((error: { constraint?: string }) => {
      if (error.constraint === 'tenant_domain_confirmed')
        throw invalidFields({ domainName: { code: 'corporation.domain_taken' } })
      throw error
    })
}
