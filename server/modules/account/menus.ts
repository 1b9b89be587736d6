import { sql } from 'kysely'
import * as calls from '#contract/account/menus.ts'
import { modules, type ModuleName, type Screen } from '#contract/screen.ts'
import { screens } from '#contract/domains.ts'
import { menuGroups } from '#contract/menu.ts'
import { row } from '#server/db/database.ts'
import type { SignedIn } from '#server/http/context.ts'
import { serve } from '#server/http/serve.ts'
import { languageOf, menuText } from '#server/i18n/texts.ts'
import type { Services } from '#server/services/services.ts'

/** Whether this person may open a screen: theirs to open, in a module their tenant has. */
function mayOpen(screen: Screen, { actor, codes, platform }: SignedIn): boolean {
  if (screen.operator) return actor.isOperator
  if (actor.tenantId === null || !actor.subModules.includes(modules[screen.module])) return false
  if (screen.isSimulated && platform.simulated.farm?.tenantId !== actor.tenantId) return false
  return !screen.permission || codes.has(screen.permission)
}
const codeOf = (screen: Screen) => screen.permission ?? `wfpf.${screen.module}.${screen.name}`

export function serveMenus(app: Services): void {
  serve(app, calls.checkResources, async (asked, { codes }) =>
    asked.map((code) => ({
      code,
      approve: codes.has(code),
      controllerType: codes.has(code) ? null : ('hidden' as const),
    })),
  )

  serve(app, calls.menusOfRole, async ({ subModule, lang }, context) => {
    const language = lang ? languageOf(lang) : context.language
    return screens
      .filter((screen) => modules[screen.module] === subModule && mayOpen(screen, context))
      .map((screen) => ({
        code: codeOf(screen),
        name: menuText('screens', screen.name, language),
        route: screen.route,
      }))
  })

  serve(app, calls.menuTree, async ({ lang }, context) => {
    const language = lang ? languageOf(lang) : context.language
    let id = 0
    const node = (
      code: string,
      name: string,
      more: Partial<Omit<calls.MenuNode, 'id' | 'code' | 'name' | 'sort'>>,
    ): calls.MenuNode => ({
      id: ++id,
      code,
      name,
      path: more.route ?? '',
      type: 'route',
      icon: '',
      route: '',
      sort: id,
      marker: null,
      isSetUp: false,
      count: null,
      children: [],
      ...more,
    })
    const screenNode = (s: Screen, children: calls.MenuNode[] = []) =>
      node(codeOf(s), menuText('screens', s.name, language), {
        // An entry leads to the first of its tabs that one may open.
        route: children[0]?.route ?? s.route,
        icon: s.icon ?? '',
        marker: s.marker ?? null,
        isSetUp: s.isSetUp === true,
        count: s.count ?? null,
        children,
      })
    const isOpen = (screen: Screen) => !screen.hidden && mayOpen(screen, context)
    const entryOf = (s: Screen) => {
      const family = screens.filter(({ name, tabOf }) => name === s.name || tabOf === s.name)
      const tabs = family.filter(isOpen)
      if (tabs.length === 0) return []
      return [screenNode(s, family.length > 1 ? tabs.map((tab) => screenNode(tab)) : [])]
    }
    const groups = Object.entries(menuGroups).map(([group, { module, icon, isSetUp }]) => ({
      module,
      group: node(group, menuText('groups', group, language), {
        icon,
        isSetUp: isSetUp === true,
        children: screens
          .filter((s) => s.group === group && !s.tabOf && !s.hidden)
          .flatMap(entryOf),
      }),
    }))
    return (Object.keys(modules) as ModuleName[]).flatMap((module) => {
      const children = groups
        .filter((one) => one.module === module && one.group.children.length > 0)
        .map(({ group }) => group)
      return children.length === 0
        ? []
        : [
            node(modules[module], menuText('modules', modules[module], language), {
              icon: module,
              children,
            }),
          ]
    })
  })

  serve(app, calls.countsOfMenu, async ({ areaId }, context) => {
    const shown = new Set(
      screens.filter((s) => mayOpen(s, context)).flatMap(({ count }) => count ?? []),
    )
    const counters = [...app.waiting].filter(([name]) => shown.has(name))
    if (counters.length === 0) return {}
    const named = counters.map(([, counter], at) => ({
      query: counter(context, areaId ?? null),
      as: sql.id(`w${at}`),
      at,
    }))
    const found = await context.read((tx) =>
      row<Record<string, number>>(
        tx,
        sql`select ${sql.join(
          named.map(
            ({ as, at }) =>
              sql`${as}.count as ${sql.id(`count${at}`)}, ${as}.urgent as ${sql.id(`urgent${at}`)}`,
          ),
        )} from ${sql.join(named.map(({ query, as }) => sql`(${query}) ${as}`))}`,
      ),
    )
    return Object.fromEntries(
      counters.map(([name], at) => [
        name,
        { count: found![`count${at}`]!, isUrgent: found![`urgent${at}`]! > 0 },
      ]),
    )
  })

  const subModules = (context: SignedIn, lang: string | undefined) => {
    const language = lang ? languageOf(lang) : context.language
    return Object.values(modules).map((code) => ({
      code,
      name: menuText('modules', code, language),
      enabled: context.actor.subModules.includes(code),
    }))
  }
  serve(app, calls.subModules, async ({ lang }, context) => subModules(context, lang))
  serve(app, calls.ownSubModules, async ({ lang }, context) => {
    const open = new Set<string>(
      screens.filter((screen) => mayOpen(screen, context)).map((screen) => modules[screen.module]),
    )
    return subModules(context, lang).filter((m) => open.has(m.code))
  })
}
