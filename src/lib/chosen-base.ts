import { storedKeys } from './stored-keys.ts'

/** What the page address says of it; a link shows the base that its sender saw. */
const baseParameter = 'base'
const listeners = new Set<() => void>()
const idOf = (text: string | null) => {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
let current = idOf(localStorage.getItem(storedKeys.area))
/** Whose choice it is, once that is known. */
let owner: string | null = null

/** The base that one works in, as the head of the page says; null: all of them. */
export const chosenBase = (): number | null => current
export function onBase(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

type Kept = Readonly<Record<string, number>>
function kept(): Kept {
  try {
    return (JSON.parse(localStorage.getItem(storedKeys.areas) ?? '{}') as Kept | null) ?? {}
  } catch {
    return {}
  }
}
/** As many people as share one browser. */
const mostKept = 30

export function chooseBase(id: number | null): void {
  if (id === null) localStorage.removeItem(storedKeys.area)
  else localStorage.setItem(storedKeys.area, String(id))
  if (owner !== null) {
    const { [owner]: _, ...others } = kept()
    const all = Object.entries({ ...others, ...(id !== null && { [owner]: id }) })
    localStorage.setItem(storedKeys.areas, JSON.stringify(Object.fromEntries(all.slice(-mostKept))))
  }
  if (id === current) return
  current = id
  listeners.forEach((listener) => listener())
}

/** Whoever has signed in goes on where they were in this tenant. */
export function baseOf(person: number, tenant: number): void {
  owner = `${tenant}:${person}`
  if (current === null) chooseBase(kept()[owner] ?? null)
  else chooseBase(current)
}

const baseIn = (search: string) => idOf(new URLSearchParams(search).get(baseParameter))
/** An address, with the base that it is seen in. */
export function withBase(search: string, base: number | null): string {
  const values = new URLSearchParams(search)
  values.delete(baseParameter)
  if (base !== null) values.set(baseParameter, String(base))
  const text = values.toString()
  return text ? `?${text}` : ''
}

/**
 * Takes the base out of the page address before anybody reads it: lists know their own conditions
 * alone. It is put back once the page stands.
 */
export function takeAddressBase(): void {
  const base = baseIn(location.search)
  if (base === null) return
  chooseBase(base)
  history.replaceState(
    history.state,
    '',
    location.pathname + withBase(location.search, null) + location.hash,
  )
}

/** The base that an address speaks of. */
export const baseOfAddress = baseIn
