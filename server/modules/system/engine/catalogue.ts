import { screens } from '#contract/domains.ts'
import { modules } from '#contract/screen.ts'
import { shellCodes } from '#contract/shell-codes.ts'
import type { PermissionNode } from '#contract/system/permission-calls.ts'

/** Everything that can be granted; the same for as long as the process runs. */
const everything: readonly PermissionNode[] = allNodes()

function allNodes(): PermissionNode[] {
  const nodes = screens
    .filter((s) => !s.operator && s.permission)
    .flatMap((s) => {
      const at = { module: modules[s.module] as string, group: s.group, screen: s.name }
      const buttons = Object.entries(s.buttons).flatMap(([action, codes]) =>
        [codes].flat().map((code) => ({ ...at, code, action })),
      )
      return [{ ...at, code: s.permission!, action: null }, ...buttons]
    })
  const shell = Object.entries(shellCodes).map(([action, code]) => ({
    module: modules.farm as string,
    group: 'shell',
    screen: 'shell',
    code,
    action,
  }))
  // A code that opens two addresses, or allows one thing on two screens, is granted once.
  const first = new Map<string, PermissionNode>()
  for (const node of [...shell, ...nodes]) if (!first.has(node.code)) first.set(node.code, node)
  return [...first.values()]
}

/** What a tenant with these sub-modules can grant, screen by screen. */
export function catalogue(subModules: readonly string[]): PermissionNode[] {
  return everything.filter((node) => subModules.includes(node.module))
}
