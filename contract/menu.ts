import type { ModuleName, Screen } from './screen.ts'

/**
 * Groups of each sub-application, in menu order; a group's screens stand as their domains declare
 * them.
 */
export const menuGroups: Readonly<Record<ModuleName, readonly string[]>> = {
  farm: [
    'home',
    'approval',
    'account',
    'farm',
    'equipment',
    'alarm',
    'control',
    'report',
    'agricultural',
  ],
  inventory: ['prment', 'base', 'config'],
  company: ['enterprise', 'farm', 'planting', 'device', 'content'],
  tenant: [],
  operation: ['platform'],
  visual: [],
}
const modulesInOrder = Object.keys(menuGroups)

/** Errors: a screen in a group that no menu has. */
export function inMenuOrder(screens: readonly Screen[]): Screen[] {
  const place = ({ name, module, group }: Screen) => {
    const at = menuGroups[module].indexOf(group)
    if (at < 0) throw new Error(`${name}: the menu of ${module} has no group ${group}`)
    return modulesInOrder.indexOf(module) * 100 + at
  }
  return screens.toSorted((a, b) => place(a) - place(b))
}
