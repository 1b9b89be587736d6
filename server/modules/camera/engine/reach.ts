import { connect } from 'node:net'
import { isAddress, wayTo, type Outgoing } from '#server/http/outgoing.ts'
import { pinned } from './pinned.ts'
import { CameraFault, type Feed } from './source.ts'

const ports: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'rtsp:': 554,
  'rtsps:': 322,
}
/** Ms in which somebody who is there takes a connection. */
const withinMs = 4000

/** Where a stream is read, without an account that is part of it. */
export const hostOf = ({ url }: Pick<Feed, 'url'>): string => {
  const { hostname, port, protocol } = new URL(url)
  return `${hostname}:${port || ports[protocol]}`
}

/** Whether whoever sends a stream takes connections at all. Errors: `no_address`, `unreachable`. */
export async function reach(feed: Feed, outgoing: Outgoing): Promise<void> {
  const isHttp = feed.kind !== 'rtsp'
  if (isHttp && !isAddress(feed.url, outgoing)) throw new CameraFault('no_address', hostOf(feed))
  const url = new URL(isHttp ? feed.url : await pinned(feed.url, outgoing))
  const way = isHttp ? wayTo(feed.url, outgoing) : {}
  return new Promise((done, fail) => {
    const socket = connect({
      host: way.hostname ?? url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(way.port ?? (url.port || ports[url.protocol])),
      ...(way.lookup && { lookup: way.lookup }),
    })
    const over = (problem: string | null) => {
      socket.destroy()
      if (problem === null) done()
      else fail(new CameraFault('unreachable', `${hostOf(feed)} ${problem}`.trim()))
    }
    socket.setTimeout(withinMs, () => over('ETIMEDOUT'))
    socket.on('connect', () => over(null))
    socket.on('error', (error: NodeJS.ErrnoException) => over(error.code ?? ''))
  })
}
