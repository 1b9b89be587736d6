import * as calls from '#contract/account/menus.ts'
import { modules, type ModuleName, type Screen } from '#contract/screen.ts'
import { screens } from '#contract/domains.ts'
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
      route: string,
      icon: string,
      children: calls.MenuNode[] = [],
      marker: calls.MenuNode['marker'] = null,
    ): calls.MenuNode => ({
      id: ++id,
      code,
      name,
      path: route,
      type: 'route',
      icon,
      route,
      sort: id,
      marker,
      children,
    })
    const open = screens.filter((screen) => !screen.hidden && mayOpen(screen, context))
    return (Object.keys(modules) as ModuleName[]).flatMap((module) => {
      const inModule = open.filter((screen) => screen.module === module)
      if (inModule.length === 0) return []
      const groups = [...new Set(inModule.map((screen) => screen.group))].map((group) =>
        node(
          group,
          menuText('groups', group, language),
          '',
          group,
          inModule
            .filter((s) => s.group === group)
            .map((s) =>
              node(
                codeOf(s),
                menuText('screens', s.name, language),
                s.route,
                s.icon ?? '',
                [],
                s.marker ?? null,
              ),
            ),
        ),
      )
      return [
        node(modules[module], menuText('modules', modules[module], language), '', module, groups),
      ]
    })
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
