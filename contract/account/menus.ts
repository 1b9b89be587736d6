import { z } from 'zod'
import { call } from '../call.ts'
import { menuCounts, type MenuCount } from '../menu.ts'

export interface MenuNode {
  id: number
  code: string
  name: string
  path: string
  type: 'route' | 'inner-link' | 'link'
  icon: string
  route: string
  sort: number
  marker: 'new' | 'hot' | null
  /** Set up once: below the line of its list. */
  isSetUp: boolean
  /** What is counted beside it. */
  count: MenuCount | null
  /** Of a screen: its tabs that the user may open, its own address among them. */
  children: MenuNode[]
}
const menuNode: z.ZodType<MenuNode> = z.lazy(() =>
  z.object({
    id: z.int(),
    code: z.string(),
    name: z.string(),
    path: z.string(),
    type: z.enum(['route', 'inner-link', 'link']),
    icon: z.string(),
    route: z.string(),
    sort: z.int(),
    marker: z.enum(['new', 'hot']).nullable(),
    isSetUp: z.boolean(),
    count: z.enum(menuCounts).nullable(),
    children: z.array(menuNode),
  }),
)
const lang = z.string().max(10).optional()

/** The permission list of one module: each entry a screen that the user may open. */
export const menusOfRole = call({
  endpoint: 'GET /iam/stong/v1/menus/role',
  summary: 'What the user may open in a sub-module',
  access: 'signed-in',
  input: z.object({ subModule: z.string().max(40), lang }),
  answer: z.array(z.object({ code: z.string(), name: z.string(), route: z.string() })),
})
export const checkResources = call({
  endpoint: 'POST /iam/stong/v1/menus/check-resources',
  summary: 'Which of these codes the user holds',
  access: 'signed-in',
  unaudited: true,
  input: z.array(z.string().max(120)).max(300),
  answer: z.array(
    z.object({
      code: z.string(),
      approve: z.boolean(),
      controllerType: z.enum(['disabled', 'hidden']).nullable(),
    }),
  ),
})
export const menuTree = call({
  endpoint: 'GET /iam/stong/v1/menus/tree',
  summary: 'The menu: sub-modules, groups, screens',
  access: 'signed-in',
  input: z.object({ lang }),
  answer: z.array(menuNode),
})
const waiting = z.object({
  /** How many wait. */
  count: z.int(),
  /** For this very person, or late: shown in red. */
  isUrgent: z.boolean(),
})
export type Waiting = z.infer<typeof waiting>
export const countsOfMenu = call({
  endpoint: 'GET /wfpf/v1/{tenant}/menu-counts',
  summary: 'What waits for the user, by entry of the menu; what they may not open is left out',
  access: 'signed-in',
  staleAfter: {
    task: true,
    plan: true,
    planItem: true,
    approval: true,
    alarm: true,
    stockDocument: true,
    stockBalance: true,
  },
  input: z.object({ areaId: z.coerce.number().int().positive().optional() }),
  answer: z.partialRecord(z.enum(menuCounts), waiting),
})
const subModule = z.object({ code: z.string(), name: z.string(), enabled: z.boolean() })
export const subModules = call({
  endpoint: 'GET /iam/v1/{tenant}/sub-module',
  summary: 'Sub-modules and whether the tenant has them',
  access: 'signed-in',
  input: z.object({ lang }),
  answer: z.array(subModule),
})
export const ownSubModules = call({
  endpoint: 'GET /iam/v1/{tenant}/sub-module/self',
  summary: 'Sub-modules in which the user may open something',
  access: 'signed-in',
  input: z.object({ lang }),
  answer: z.array(subModule),
})
