import type { Item } from './goods.ts'

interface Counted {
  id: number
  skuId: number
}
/**
 * The line on which a found item is counted: of one kept by lot the first that is not counted yet,
 * and once all are, none:
 * then another lot was found.
 */
export function lineFor<L extends Counted>(
  lines: readonly L[],
  item: Pick<Item, 'id' | 'lotFlag'>,
  isCounted: (line: L) => boolean,
): L | undefined {
  const own = lines.filter(({ skuId }) => skuId === item.id)
  return item.lotFlag === 1 ? own.find((line) => !isCounted(line)) : own[0]
}
