import { livePath, type LiveEvent } from '#contract/platform/platform-calls.ts'
import { resolveEndpoint } from './call.ts'
import { backoffMs, eventParser } from './event-stream.ts'
import { renew } from './renew.ts'
import { currentScope, onScopeChange } from './scope.ts'
import { accessToken, isExpiring, isForeignSession } from './tokens.ts'

type Handler = (event: LiveEvent) => void
/** A stream without even a heartbeat for this long is dead without saying so. */
const silenceMs = 90_000
const handlers = new Map<string, Set<Handler>>()
let stop: (() => void) | null = null
let channel: BroadcastChannel | null = null

function deliver(event: LiveEvent): void {
  const concerned = event.resource === '*' ? [...handlers.values()] : [handlers.get(event.resource), handlers.get('*')]
  for (const set of new Set(concerned)) set?.forEach((handler) => handler(event))
}
function publish(event: LiveEvent): void {
  channel?.postMessage(event)
  deliver(event)
}
/** After a gap nobody knows what was missed: every subscriber looks again. */
const gap: LiveEvent = { resource: '*', ids: [], kind: 'changed' }

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })

async function readStream(signal: AbortSignal, onOpen: () => void): Promise<void> {
  if (isExpiring()) await renew(accessToken()).catch(() => false)
  const used = accessToken()
  const connection = new AbortController()
  const end = () => connection.abort()
  signal.addEventListener('abort', end, { once: true })
  let watchdog = setTimeout(end, silenceMs)
  try {
    const { url } = resolveEndpoint(`GET ${livePath}`, {})
    const response = await fetch(url, {
      headers: { Authorization: `Bearer ${used}`, Accept: 'text/event-stream' }, cache: 'no-store', signal: connection.signal,
    })
    if (response.status === 401) await renew(used)
    if (!response.ok || !response.body) throw new Error(`live: ${response.status}`)
    onOpen()
    const parse = eventParser((data) => publish(JSON.parse(data) as LiveEvent))
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(watchdog)
      watchdog = setTimeout(end, silenceMs)
      parse(part.value)
    }
  } finally {
    clearTimeout(watchdog)
    signal.removeEventListener('abort', end)
  }
}

async function keepConnected(signal: AbortSignal): Promise<void> {
  let attempt = 0
  let wasOpen = false
  while (!signal.aborted) {
    if (accessToken() && !isForeignSession()) {
      await readStream(signal, () => {
        if (wasOpen) publish(gap)
        wasOpen = true
        attempt = 0
      }).catch(() => undefined)
    }
    if (!signal.aborted) await pause(backoffMs(attempt++), signal)
  }
}

/** One connection per browser where tabs can agree on a leader; over plain http, one per tab. */
function start(): void {
  const scope = currentScope()
  if (stop || !scope || handlers.size === 0) return
  const ended = new AbortController()
  const name = `furrow:live:${scope.tenantId}`
  if (navigator.locks && 'BroadcastChannel' in globalThis) {
    channel = new BroadcastChannel(name)
    channel.onmessage = ({ data }: MessageEvent<LiveEvent>) => deliver(data)
    void navigator.locks.request(name, { signal: ended.signal }, () => keepConnected(ended.signal)).catch(() => undefined)
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

/** Events about a resource, or about all with '*'. Connects with the first subscriber; answers how to stop. */
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
