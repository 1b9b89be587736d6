/**
 * Stands for parts of libraries that the console does not use and that every first page would carry
 * (vite.config.ts):
 * of antd's Table the menus of column filters, rows chosen by radio button and menus of selections;
 * of axios its way
 * over `fetch`, beside the one over XMLHttpRequest that knows how far an upload is.
 */
export default function LeftOut(): never {
  throw new Error('this part is left out of the console: see leftOut in vite.config.ts')
}
/** Asked of every column; without filters there is nothing to flatten. */
export const flattenKeys = (): string[] => []
export { LeftOut as getFetch }
