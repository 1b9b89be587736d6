import type { Protocol } from './stream-ways.ts'

/** The player, and what it takes a stream apart with; null where the browser does so itself. */
export const loadPlayer = (protocol: Protocol) =>
  Promise.all([
    import('xgplayer').then((found) => found.default),
    protocol === 'hls'
      ? import('xgplayer-hls').then(({ default: Hls }) => (Hls.isSupported() ? Hls : null))
      : import('xgplayer-flv').then((found) => found.default),
    import('xgplayer/dist/index.min.css'),
  ])
