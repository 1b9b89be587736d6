import type { ModuleName, Screen } from './screen.ts'

interface MenuGroup {
  /** The sub-application in whose menu it stands; its screens' codes may belong to another. */
  module: ModuleName
  /** Name of an icon (src/ui/icons.svg). */
  icon: string
  /** Below the line: what is set up once. */
  isSetUp?: true
}
/** Groups of the menu, in its order; how many and how long they may be is in tests/laws/menu. */
export const menuGroups: Readonly<Record<string, MenuGroup>> = {
  today: { module: 'farm', icon: 'today' },
  production: { module: 'farm', icon: 'production' },
  equipment: { module: 'farm', icon: 'gateway' },
  automation: { module: 'farm', icon: 'alarm' },
  farm: { module: 'farm', icon: 'setup', isSetUp: true },
  documents: { module: 'inventory', icon: 'documents' },
  stock: { module: 'inventory', icon: 'inventory' },
  inputs: { module: 'inventory', icon: 'sack' },
  goods: { module: 'inventory', icon: 'setup', isSetUp: true },
  people: { module: 'company', icon: 'people' },
  content: { module: 'company', icon: 'content' },
  logs: { module: 'company', icon: 'logs' },
  approval: { module: 'company', icon: 'flow', isSetUp: true },
  connections: { module: 'company', icon: 'connections', isSetUp: true },
  platform: { module: 'operation', icon: 'operation' },
}
const order = Object.keys(menuGroups)

/** What waits for a person and is counted in the menu; each domain counts its own. */
export const menuCounts = [
  'task',
  'taskManger',
  'activity',
  'plan',
  'approvals',
  'alarms',
  'aplionform',
  'warehousing',
  'shipment',
  'transfer',
  'inventory_form',
  'return',
  'input_warehousing',
  'input_shipment',
  'stock',
] as const
export type MenuCount = (typeof menuCounts)[number]

/** Errors: a screen in a group that the menu does not have. */
export function inMenuOrder(screens: readonly Screen[]): Screen[] {
  const place = ({ name, group, isSetUp, at = 99 }: Screen) => {
    const found = order.indexOf(group)
    if (found < 0) throw new Error(`${name}: the menu has no group ${group}`)
    return found * 1000 + (isSetUp ? 500 : 0) + at
  }
  return screens.toSorted((a, b) => place(a) - place(b))
}
