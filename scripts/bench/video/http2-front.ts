import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createSecureServer, type Http2SecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../tests/fixtures', name))
/** What is said of one connection alone, and means nothing over HTTP/2. */
const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade'])

/** A proxy that speaks HTTP/2 to browsers, as docs/operations.md asks for. */
export async function http2Front(port: number): Promise<{ base: string; close(): void }> {
  const front: Http2SecureServer = createSecureServer({
    key: fixture('localhost-key.pem'),
    cert: fixture('localhost-cert.pem'),
  })
  front.on('request', (asked, answer) => {
    const headers = Object.fromEntries(
      Object.entries(asked.headers).filter(([name]) => !name.startsWith(':')),
    )
    const passed = request(
      {
        host: '127.0.0.1',
        port,
        method: asked.method,
        path: asked.url,
        headers: { ...headers, host: `127.0.0.1:${port}` },
      },
      (got) => {
        const kept = Object.entries(got.headers).filter(([name]) => !hopByHop.has(name))
        answer.writeHead(got.statusCode!, Object.fromEntries(kept))
        got.pipe(answer)
      },
    )
    passed.on('error', () => answer.destroy())
    answer.on('close', () => passed.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>((listening) => front.listen(0, '127.0.0.1', listening))
  return {
    base: `https://localhost:${(front.address() as AddressInfo).port}`,
    close: () => front.close(),
  }
}
