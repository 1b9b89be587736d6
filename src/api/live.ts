import { livePath, mostSinceMs, type LiveEvent } from '#contract/platform/platform-calls.ts'
import { resolveEndpoint } from './call.ts'
import { afterFirstPaint } from '#src/lib/first-paint.ts'
import { backoffMs, eventParser } from './event-stream.ts'
import { renew } from './renew.ts'
import { currentScope, onScopeChange } from './scope.ts'
import { sessionOver } from './session.ts'
import { noteRefusal } from './stay.ts'
import { accessToken, isExpiring, isForeignSession } from './tokens.ts'

type Handler = (event: LiveEvent) => void
/** A stream without even a heartbeat for this long is dead without saying so. */
const silenceMs = 30_000
/** A stream that lived this long was a good one: the next try comes soon. */
const goodMs = 10_000
const handlers = new Map<string, Set<Handler>>()
let stop: (() => void) | null = null
let channel: BroadcastChannel | null = null

function deliver(event: LiveEvent): void {
  const concerned =
    event.resource === '*'
      ? [...handlers.values()]
      : [handlers.get(event.resource), handlers.get('*')]
  for (const set of new Set(concerned)) set?.forEach((handler) => handler(event))
}
function publish(event: LiveEvent): void {
  channel?.postMessage(event)
  deliver(event)
}
function read(text: string): LiveEvent | null {
  try {
    const event = JSON.parse(text) as LiveEvent
    return typeof event.resource === 'string' ? event : null
  } catch {
    return null
  }
}
/** After a gap nobody knows what was missed: every subscriber looks again. */
const gap: LiveEvent = { resource: '*', ids: [], kind: 'changed' }

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })

/**
 * The stream's own session ended: renewed, or the user is asked, even when nothing else is being
 * requested.
 */
async function revive(used: string | null): Promise<void> {
  if (accessToken() === used && !(await renew(used))) await sessionOver()
}

async function readStream(signal: AbortSignal, since: number, onOpen: () => void): Promise<void> {
  if (isExpiring()) await renew(accessToken()).catch(() => false)
  const used = accessToken()
  const connection = new AbortController()
  const end = () => connection.abort()
  signal.addEventListener('abort', end, { once: true })
  let watchdog = setTimeout(end, silenceMs)
  try {
    const { url } = resolveEndpoint(`GET ${livePath}`, {})
    const response = await fetch(since ? `${url}?since=${since}` : url, {
      headers: { Authorization: `Bearer ${used}`, Accept: 'text/event-stream' },
      cache: 'no-store',
      signal: connection.signal,
    })
    if (response.status === 401) await revive(used)
    if (response.status === 404) noteRefusal()
    if (!response.ok || !response.body) throw new Error(`live: ${response.status}`)
    onOpen()
    let isOver = false
    const parse = eventParser(({ name, data }) => {
      const event = name === 'message' ? read(data) : null
      if (event) publish(event)
      if (name === 'over') isOver = true
    })
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(watchdog)
      watchdog = setTimeout(end, silenceMs)
      parse(part.value)
    }
    if (isOver) await revive(used)
  } finally {
    clearTimeout(watchdog)
    signal.removeEventListener('abort', end)
  }
}

async function keepConnected(signal: AbortSignal): Promise<void> {
  let attempt = 0
  let wasOpen = false
  await afterFirstPaint()
  while (!signal.aborted) {
    const startedAt = Date.now()
    if (accessToken() && !isForeignSession()) {
      // What happened while the page was fetched, the server tells once more; after a later gap
      // everyone looks again.
      const since = wasOpen ? 0 : Math.min(mostSinceMs, Math.ceil(performance.now()))
      await readStream(signal, since, () => {
        if (wasOpen) publish(gap)
        wasOpen = true
      }).catch(() => undefined)
    }
    if (Date.now() - startedAt > goodMs) attempt = 0
    if (!signal.aborted) await pause(backoffMs(attempt++), signal)
  }
}

/** One connection per browser where tabs can agree on a leader; over plain http, one per tab. */
function start(): void {
  const scope = currentScope()
  // -1: in no tenant (docs/specification.md 1.8), where nothing happens
  if (stop || !scope || scope.tenantId < 1 || handlers.size === 0) return
  const ended = new AbortController()
  const name = `furrow:live:${scope.tenantId}`
  if (navigator.locks && 'BroadcastChannel' in globalThis) {
    channel = new BroadcastChannel(name)
    channel.onmessage = ({ data }: MessageEvent<LiveEvent>) => deliver(data)
    void navigator.locks
      .request(name, { signal: ended.signal }, () => keepConnected(ended.signal))
      .catch(() => undefined)
  } else {
    void keepConnected(ended.signal)
  }
  stop = () => {
    ended.abort()
    channel?.close()
    channel = null
    stop = null
  }
}
onScopeChange(() => {
  stop?.()
  start()
})

/**
 * Events about a resource, or about all with '*'. Connects with the first subscriber; answers how
 * to stop.
 */
export function subscribe(resource: string, handler: Handler): () => void {
  const set = handlers.get(resource) ?? new Set()
  handlers.set(resource, set.add(handler))
  start()
  return () => {
    set.delete(handler)
    if (set.size === 0) handlers.delete(resource)
    if (handlers.size === 0) stop?.()
  }
}
