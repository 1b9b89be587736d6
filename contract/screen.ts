import type { Codes, Entity } from './entity.ts'
import type { MenuCount } from './menu.ts'

/** Sub-applications, by their module code on the wire. */
export const modules = {
  farm: 'wfpf-farm',
  inventory: 'wfpf-inventory',
  company: 'wfpf-company',
  tenant: 'wfpf-tenant',
  operation: 'wfpf-operation',
  visual: 'wfpf-visual',
} as const
export type ModuleName = keyof typeof modules

/**
 * A screen that exists: the server makes menus and the role matrix from it, the console its route,
 * tab and menu entry.
 */
export interface Screen<Name extends string = string> {
  name: Name
  route: `/${string}`
  /** Where it stands in a window of its own, without the console around it. */
  ownWindow?: `/${string}`
  module: ModuleName
  /** Where it is found: a group of contract/menu.ts, which may stand in another sub-application. */
  group: string
  /** Its place within the group. */
  at?: number
  /** Set up once and looked at rarely: after the group's daily ones. */
  isSetUp?: boolean
  /** The screen on whose page it is a tab: it lights that entry of the menu and has none itself. */
  tabOf?: string
  /** What is counted beside its name: an entry of menuCounts. */
  count?: MenuCount
  /** Code that opens the screen; none means any signed-in user. */
  permission?: string
  /** Codes of the buttons on it, by action name. */
  buttons: Codes
  /** Name of an icon known to the shell. */
  icon?: string
  /** Said beside its name in the menu; taken away again when it is neither. */
  marker?: 'new' | 'hot'
  /** Not kept alive in its tab (spec routes). */
  keepAlive: boolean
  /** Reached in another way than the menu (user page, guide). */
  hidden?: boolean
  /** Rows of its list, unless the address says otherwise. */
  pageSize?: number
  /**
   * What its list is narrowed by, unless the address says otherwise: each part can be taken away.
   */
  usual?: Readonly<Record<string, number | string>>
  /**
   * Whether the base that is chosen narrows what it shows; unsaid, as its entity’s rows stand on
   * bases.
   */
  placed?: boolean
  /** Name of the entity whose generated screens it shows. */
  entity?: string
  /** Only where the demo's devices are played. */
  isSimulated?: boolean
  /** For the platform's operators only. */
  operator?: boolean
}

/** Rows of a list's page where the screen does not say (docs/specification.md 4.1). */
export const usualPageSize = 10

type Given = 'route' | 'module' | 'group'
type Spec = Pick<Screen, Given> & Partial<Omit<Screen, Given | 'name'>>

export const screen = <const N extends string>(name: N, spec: Spec): Screen<N> => ({
  name,
  buttons: {},
  keepAlive: true,
  ...spec,
})

/** The screen of an entity: opened by its `list` code, with a button for every other code. */
export function entityScreen<const N extends string>(
  name: N,
  entity: Entity,
  spec: Spec,
): Screen<N> {
  const { list, ...buttons } = entity.permissions
  return screen(name, {
    permission: Array.isArray(list) ? list[0] : (list as string),
    buttons,
    entity: entity.name,
    ...spec,
  })
}
