export interface GoodsLine { skuId?: unknown; [name: string]: unknown }
export interface LinesCompared<Line extends GoodsLine> {
  /** For each line as it is now: as it was before, or null for one that is new. */
  before: readonly (Line | null)[]
  /** Lines that are no more. */
  gone: readonly Line[]
}

/** Which line was which: by item, and of one item's several lines in their order. Saving a document gives its lines new ids. */
export function compareLines<Line extends GoodsLine>(then: readonly Line[], now: readonly Line[]): LinesCompared<Line> {
  const left = [...then]
  const before = now.map(({ skuId }) => {
    const at = left.findIndex((line) => line.skuId === skuId)
    return at < 0 ? null : left.splice(at, 1)[0]!
  })
  return { before, gone: left }
}

const blank = (value: unknown) => (value === undefined || value === '' ? null : value)
/** Whether two values of a field differ; nothing and an empty text are the same. */
export const isChanged = (then: unknown, now: unknown) => JSON.stringify(blank(then)) !== JSON.stringify(blank(now))
