/**
 * Stands for parts of antd's Table that the console does not use and that are an eighth of a list's code: the menus of
 * column filters, rows chosen by radio button, menus of selections (vite.config.ts).
 */
export default function LeftOut(): never {
  throw new Error('this part of antd’s Table is left out of the console: see leftOut in vite.config.ts')
}
/** Asked of every column; without filters there is nothing to flatten. */
export const flattenKeys = (): string[] => []
