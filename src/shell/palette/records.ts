import type { Page } from '#contract/call.ts'
import type { Entity } from '#contract/entity.ts'
import { area, baseManageScreen } from '#contract/farm/area.ts'
import { unit, unitScreen } from '#contract/inventory/unit.ts'
import { notice, noticeScreen } from '#contract/message/notice.ts'
import type { Screen } from '#contract/screen.ts'
import { role, roleScreen } from '#contract/system/role.ts'
import { user, userScreen } from '#contract/system/user.ts'
import { resolveEndpoint } from '#src/api/call.ts'
import { http } from '#src/api/client.ts'
import { isGranted } from '#src/api/permissions.ts'
import { currentScope } from '#src/api/scope.ts'

export interface Found { key: string; name: string; route: string; kind: string }
const searched: readonly (readonly [Entity, Screen])[] = [
  [unit, unitScreen], [user, userScreen], [area, baseManageScreen], [role, roleScreen], [notice, noticeScreen],
]
const each = 4

async function findIn(entity: Entity, screen: Screen, text: string, signal: AbortSignal): Promise<Found[]> {
  if (!screen.permission || !(await isGranted(screen.permission))) return []
  const { url } = resolveEndpoint(entity.api.list!, {})
  const { data } = await http.get<Page<Record<string, unknown>>>(url, { params: { ...entity.always, q: text, page: 1, size: each }, signal, quiet: true })
  return data.content.map((row) => {
    const name = String(row[entity.title] ?? '')
    return { key: `${entity.name}#${String(row.id)}`, name, kind: screen.name, route: `${screen.route}?${new URLSearchParams({ [entity.title]: name }).toString()}` }
  })
}

/** Records whose texts hold what was typed, of the kinds that this person may list; a kind that fails keeps none of the others. */
export async function findRecords(text: string, signal: AbortSignal): Promise<Found[]> {
  if ((currentScope()?.tenantId ?? -1) < 1) return []
  const found = await Promise.all(searched.map(([entity, screen]) => findIn(entity, screen, text, signal).catch(() => [])))
  return found.flat()
}
