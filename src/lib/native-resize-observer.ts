/** Stands for the polyfill of what every browser of ours has (vite.config.ts). */
export default globalThis.ResizeObserver
