/** Cuts a server-sent event stream into the texts of its `data:` fields, however the bytes arrive. */
export function eventParser(onData: (data: string) => void): (chunk: string) => void {
  let rest = ''
  let data: string[] = []
  return (chunk) => {
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) onData(data.join('\n'))
        data = []
      } else if (line.startsWith('data:')) {
        data.push(line.slice(5).replace(/^ /, ''))
      }
    }
  }
}

/** Exponential with full jitter, so that a restarted server is not met by everyone at once. */
export const backoffMs = (attempt: number) => 500 + Math.random() * Math.min(30_000, 1000 * 2 ** attempt)
