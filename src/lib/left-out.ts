import { getTargetScrollBarSize as measured } from 'rc-util/es/getScrollBarSize'

/**
 * Stands for parts of libraries that the console does not use and that every first page would carry
 * (vite.config.ts):
 * of antd's Table the menus of column filters, rows chosen by radio button, menus of selections and
 * rows that are chosen with those below them; of its Button and Dropdown a panel of colours and a
 * split button;
 * of axios its way
 * over `fetch`, beside the one over XMLHttpRequest that knows how far an upload is.
 */
export default function LeftOut(): never {
  throw new Error('this part is left out of the console: see leftOut in vite.config.ts')
}
/** Asked of every column; without filters there is nothing to flatten. */
export const flattenKeys = (): string[] => []
export { LeftOut as getFetch }
/** Rows with those below them: our lists are chosen row by row (`checkStrictly`). */
export { LeftOut as conductCheck, LeftOut as convertDataToEntities }
export const arrAdd = <T>(list: readonly T[], value: T): T[] =>
  list.includes(value) ? [...list] : [...list, value]
export const arrDel = <T>(list: readonly T[], value: T): T[] => list.filter((one) => one !== value)
/** Asked of a button's solid ground, which nothing shines through. */
export const isBright = (colour: { toRgb: () => { r: number; g: number; b: number } }): boolean => {
  const { r, g, b } = colour.toRgb()
  return r * 0.299 + g * 0.587 + b * 0.114 > 192
}
/**
 * Asked by every table as it is drawn and as its tab is shown again. To measure, a rule of style is
 * written into the document and taken out, and all of its styles and its layout computed anew: only
 * where a table scrolls within itself does the answer matter.
 */
export const getTargetScrollBarSize: typeof measured = (target) =>
  target.querySelector('.ant-table-tbody-virtual') || target.style.overflowY === 'scroll'
    ? measured(target)
    : { width: 0, height: 0 }
