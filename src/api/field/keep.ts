import { currentScope } from '../scope.ts'
import { afterFirstPaint } from '#src/lib/first-paint.ts'
import { storedKeys } from '#src/lib/stored-keys.ts'
import type { Vault } from './vault.ts'

/**
 * Answers kept for when there is no network: of whoever is signed in, for them alone. Small, for it
 * is part of the console's first files; the rest is fetched behind them.
 */
const markNow = () => localStorage.getItem(storedKeys.sessionMark)
interface Owner {
  owner: string
  mark: string | null
}

/** Whose this browser's session is, as far as the last visit knew; null once it is another's. */
function ownerHere(): string | null {
  try {
    const kept = JSON.parse(localStorage.getItem(storedKeys.field) ?? 'null') as Owner | null
    return kept && kept.mark === markNow() ? kept.owner : null
  } catch {
    return null
  }
}
export const ownerOf = (tenantId: number, accountId: number) => `${tenantId}/${accountId}`
/** Once it is known who is signed in. */
export function rememberOwner(owner: string): void {
  localStorage.setItem(storedKeys.field, JSON.stringify({ owner, mark: markNow() } satisfies Owner))
}

const loadVault = () => import('./vault.ts')
let vault: Promise<Vault | null> | null = null
let vaultOf: string | null = null
/** Null where nothing can be kept, or nobody is signed in. */
export function ownVault(): Promise<Vault | null> {
  const owner = ownerHere()
  if (owner === null) return Promise.resolve(null)
  if (vaultOf !== owner) vault = null
  vaultOf = owner
  vault ??= loadVault()
    .then(({ canKeep, openVault }) => (canKeep() ? openVault(owner, true) : null))
    .catch(() => null)
  return vault
}

/** Keeps an answer; never in the way of the page, and lost without a word where nothing is kept. */
export function keep(name: string, value: unknown): void {
  const tenantId = currentScope()?.tenantId
  void afterFirstPaint()
    .then(ownVault)
    .then((open) =>
      // Asked in one tenant, and another meanwhile.
      open?.owner.startsWith(`${tenantId}/`)
        ? open.write([{ table: 'kept', id: name, value }])
        : undefined,
    )
    .catch(() => undefined)
}
export const recall = <T>(name: string): Promise<T | undefined> =>
  ownVault()
    .then((open) => open?.read<T>('kept', name))
    .catch(() => undefined)

/** At sign-out: nothing of the person stays, sent or not. */
export async function forgetPerson(): Promise<void> {
  const owner = ownerHere()
  vault = null
  localStorage.removeItem(storedKeys.field)
  if (owner === null) return
  const { canKeep, destroyVault } = await loadVault()
  if (canKeep()) await destroyVault(owner)
}
