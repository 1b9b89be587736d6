import type { CountPack } from '#contract/inventory/counting.ts'
import { auditStatus } from '#contract/inventory/document-kinds.ts'
import type { Entry } from '#src/lib/field/entry.ts'

/** Sheets as they are once an entry has arrived: they may be looked at before they are fetched again. */
export function withSent(pack: CountPack, { kind, subject, input }: Entry): CountPack {
  if (kind !== 'count' && kind !== 'countStart') return pack
  const id = Number(subject.split('/')[1])
  const isLine = ({ skuId, lot }: { skuId: number; lot: string | null }) =>
    kind === 'count' && skuId === input.skuId && (lot ?? null) === (input.lot ?? null)
  return {
    ...pack,
    content: pack.content.map((sheet) =>
      sheet.id === id
        ? {
            ...sheet,
            auditStatus: auditStatus.counting,
            goods: sheet.goods.map((line) =>
              isLine(line) ? { ...line, counted: (input.counted ?? null) as number | null } : line,
            ),
          }
        : sheet,
    ),
  }
}
