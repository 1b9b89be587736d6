import JsBarcode from 'jsbarcode'
import type { Entity } from '#contract/entity.ts'
import type { Row } from '#src/kit/definition/resource.ts'

/** What Code 128 can say. */
const sayable = /^[\x20-\x7e]{1,40}$/
/** White on either side without which no reader finds the bars. */
const quiet = 10
/** Millimetres: thinner bars are beyond office printers and cheap scanners. */
const thinnest = 0.17

/** A code, if bars can say it. */
export const sayableOf = (code: string | null) =>
  code !== null && sayable.test(code) ? code : null
/**
 * What a scanner reads off a label: the barcode that goods came with, else the record's own code.
 */
export function scannableOf(entity: Entity, row: Row): string | null {
  const names = [
    'barcode',
    ...Object.entries(entity.fields)
      .filter(([name, field]) => field.unique && name !== entity.title)
      .map(([name]) => name),
    entity.title,
  ]
  const found = names
    .map((name) => (entity.fields[name]?.unique || name === 'barcode' ? row[name] : null))
    .find((value) => typeof value === 'string' && sayable.test(value))
  return (found as string | undefined) ?? null
}

interface Bars {
  modules: number
  runs: readonly { at: number; width: number }[]
}
/**
 * The black bars of a text as Code 128, in modules from the left; null where they would be too thin
 * for so many millimetres.
 */
export function barsOf(text: string, millimetres: number): Bars | null {
  const drawn: { encodings?: { data: string }[] } = {}
  JsBarcode(drawn, text, { format: 'CODE128' })
  const data = (drawn.encodings ?? []).map((one) => one.data).join('')
  const modules = data.length + 2 * quiet
  if (data.length === 0 || millimetres / modules < thinnest) return null
  return {
    modules,
    runs: [...data.matchAll(/1+/g)].map((run) => ({ at: run.index + quiet, width: run[0].length })),
  }
}
