/** The whole of a count, which is begun. */
export const countOf = (documentId: number) => `count/${documentId}`
export const linesSubject = (documentId: number) => `${countOf(documentId)}/`
/** One line of it, by what lies there: its number is known only once the count was begun. */
export const countSubject = (
  documentId: number,
  { skuId, lot }: { skuId: number; lot: string | null },
) => `${linesSubject(documentId)}${skuId}/${(lot ?? '').toLowerCase()}`
