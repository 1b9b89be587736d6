import type { Row } from '#src/kit/definition/resource.ts'

interface LandGroup {
  id: number | null
  name: string | null
  rows: Row[]
}
interface BaseGroup {
  id: number
  name: string
  count: number
  online: number
  lands: LandGroup[]
}
const inPinyin = new Intl.Collator('zh-CN').compare

/** Devices by base and plot, by name; those on no plot come last. */
export function groupsOf(rows: readonly Row[]): BaseGroup[] {
  const bases = new Map<number, BaseGroup>()
  for (const row of rows) {
    const id = Number(row.areaId)
    const base = bases.get(id) ?? {
      id,
      name: String(row.areaIdName ?? id),
      count: 0,
      online: 0,
      lands: [],
    }
    bases.set(id, base)
    base.count += 1
    base.online += row.online === 1 ? 1 : 0
    const landId = (row.landId as number | null) ?? null
    const land = base.lands.find((one) => one.id === landId)
    if (land) land.rows.push(row)
    else
      base.lands.push({
        id: landId,
        name: landId === null ? null : String(row.landIdName ?? landId),
        rows: [row],
      })
  }
  const sorted = [...bases.values()].sort((a, b) => inPinyin(a.name, b.name))
  for (const { lands } of sorted) {
    lands.sort((a, b) => (a.name === null ? 1 : b.name === null ? -1 : inPinyin(a.name, b.name)))
    for (const { rows: own } of lands) own.sort((a, b) => inPinyin(String(a.name), String(b.name)))
  }
  return sorted
}
