/**
 * One open page, child pages too (docs/specification.md 4.2). Told apart by path; the query is
 * where in the page one is.
 */
export interface Tab {
  path: string
  search: string
  /** Name of the screen, whose title the tab carries. */
  screen: string
  module: string
  /** The page that it shares with other addresses. */
  family?: string
  /** What the page is about, once it has said so: the name of its record. */
  name?: string
  /** Beside home, and closed by nothing but its own menu. */
  isPinned?: boolean
}
export const homePath = '/web/farm/home'
/** docs/specification.md 4.2 */
export const mostPerModule = 20
export const scrollStep = 100

export const home: Tab = { path: homePath, search: '', screen: 'home', module: 'farm' }
export const isFixed = (tab: Pick<Tab, 'path'>) => tab.path === homePath
/** Whether it stays where others are closed. */
export const stays = (tab: Pick<Tab, 'path' | 'isPinned'>) => isFixed(tab) || !!tab.isPinned

/** Home first, always, then what is pinned. */
const withHome = (tabs: readonly Tab[]): Tab[] => [
  home,
  ...tabs.filter((tab) => !isFixed(tab) && stays(tab)),
  ...tabs.filter((tab) => !stays(tab)),
]

export interface Opened {
  tabs: Tab[]
  /** The oldest of its module that is not pinned, which had to go; its page forgets what it held. */
  dropped: Tab | null
}
/** Opens a page, or notes where one is in a page that is open already. */
export function openTab(tabs: readonly Tab[], tab: Tab): Opened {
  const known = withHome(tabs)
  const at = known.findIndex((one) => one.path === tab.path)
  if (at >= 0)
    return {
      tabs: known.map((one, i) => (i === at ? { ...one, search: tab.search } : one)),
      dropped: null,
    }
  // Addresses that are tabs of one page have one tab here; their child pages have their own.
  const relative = tab.family ? known.findIndex(({ family }) => family === tab.family) : -1
  if (relative >= 0)
    return {
      tabs: known.map((one, i) => (i === relative ? { ...tab, isPinned: one.isPinned } : one)),
      dropped: known[relative]!,
    }
  const inModule = known.filter((one) => one.module === tab.module && !isFixed(one))
  const dropped =
    inModule.length >= mostPerModule ? (inModule.find((one) => !stays(one)) ?? inModule[0]!) : null
  return { tabs: [...known.filter((one) => one !== dropped), tab], dropped }
}

/** The tabs with what their pages say they are about; the same list where nothing is new. */
export function nameTabs(
  tabs: readonly Tab[],
  names: Readonly<Record<string, string>>,
): readonly Tab[] {
  const isNew = ({ path, name }: Tab) => names[path] !== undefined && names[path] !== name
  return tabs.some(isNew)
    ? tabs.map((tab) => (isNew(tab) ? { ...tab, name: names[tab.path]! } : tab))
    : tabs
}

/** Beside home, behind what was pinned before; or back among the others, first of them. */
export const pinTab = (tabs: readonly Tab[], path: string, isPinned: boolean): Tab[] => {
  const [tab, rest] = [
    tabs.find((one) => one.path === path),
    tabs.filter((one) => one.path !== path),
  ]
  if (!tab || isFixed(tab)) return withHome(tabs)
  const { isPinned: _, ...plain } = tab
  const before = rest.filter(stays)
  return withHome([
    ...before,
    isPinned ? { ...plain, isPinned } : plain,
    ...rest.filter((one) => !stays(one)),
  ])
}

export interface Closed {
  tabs: Tab[]
  /** Where to go: a neighbour of the closed one when it was being looked at. */
  next: Tab | null
}
export function closeTab(tabs: readonly Tab[], path: string, active: string): Closed {
  const at = tabs.findIndex((tab) => tab.path === path)
  if (at < 0 || isFixed(tabs[at]!)) return { tabs: [...tabs], next: null }
  const left = withHome(tabs.filter((tab) => tab.path !== path))
  return {
    tabs: left,
    next: path === active ? (tabs[at + 1] ?? left[Math.min(at, left.length) - 1] ?? home) : null,
  }
}
/** Keeps home, this one and what is pinned. */
export function closeOthers(tabs: readonly Tab[], path: string, active: string): Closed {
  const left = withHome(tabs.filter((tab) => tab.path === path || stays(tab)))
  const isLeft = left.some((tab) => tab.path === active)
  return { tabs: left, next: isLeft ? null : (left.find((tab) => tab.path === path) ?? home) }
}
/** All that is not pinned; and home is shown. */
export const closeAll = (tabs: readonly Tab[]): Closed => ({
  tabs: withHome(tabs.filter(stays)),
  next: home,
})

const isTab = (value: unknown): value is Tab => {
  const tab = value as Tab | null
  return (
    typeof tab === 'object' &&
    tab !== null &&
    [tab.path, tab.search, tab.screen, tab.module].every((text) => typeof text === 'string') &&
    ['string', 'undefined'].includes(typeof tab.name) &&
    ['string', 'undefined'].includes(typeof tab.family) &&
    ['boolean', 'undefined'].includes(typeof tab.isPinned) &&
    tab.path.startsWith('/')
  )
}
const keyOf = (user: number, tenant: number) => `tabs:${user}:${tenant}`
/** Tabs survive a reload, per person and tenant; what cannot be read is no reason to fail. */
export function readTabs(user: number, tenant: number): Tab[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(user, tenant)) ?? '[]')
    return withHome(Array.isArray(stored) ? stored.filter(isTab).slice(-100) : [])
  } catch {
    return [home]
  }
}
export const writeTabs = (user: number, tenant: number, tabs: readonly Tab[]) =>
  localStorage.setItem(keyOf(user, tenant), JSON.stringify(tabs))
