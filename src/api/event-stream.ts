export interface StreamEvent {
  name: string
  data: string
}

/**
 * Cuts a server-sent event stream into events, however the bytes arrive. Comments, such as
 * heartbeats, are skipped.
 */
export function eventParser(onEvent: (event: StreamEvent) => void): (chunk: string) => void {
  let rest = ''
  let name = ''
  let data: string[] = []
  return (chunk) => {
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) onEvent({ name: name || 'message', data: data.join('\n') })
        name = ''
        data = []
      } else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''))
      else if (line.startsWith('event:')) name = line.slice(6).trim()
    }
  }
}

/** Exponential with jitter, so that a restarted server is not met by everyone at once. */
export const backoffMs = (attempt: number) =>
  500 + Math.random() * Math.min(30_000, 1000 * 2 ** attempt)
