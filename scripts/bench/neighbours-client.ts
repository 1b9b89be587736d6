import { Agent, request } from 'node:http'

export interface Farm {
  id: number
  login: string
  token: string
}
export interface Answer {
  status: number
  body: Buffer
}
export type Ask = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>

/** Calls from an address of its own, so that nobody is refused for the calls of the other. */
export function asker(port: number, localAddress: string): Ask {
  const agent = new Agent({ keepAlive: true, localAddress, maxSockets: 200 })
  return (method, path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const isJson = body !== undefined && typeof body !== 'string' && !Buffer.isBuffer(body)
      const payload = isJson ? JSON.stringify(body) : (body as string | Buffer | undefined)
      const sent = request(
        {
          agent,
          port,
          host: '127.0.0.1',
          method,
          path,
          headers: {
            ...(isJson && { 'content-type': 'application/json' }),
            ...(payload !== undefined && { 'content-length': Buffer.byteLength(payload) }),
            ...headers,
          },
        },
        (response) => {
          const parts: Buffer[] = []
          response
            .on('data', (part: Buffer) => parts.push(part))
            .on('end', () => resolve({ status: response.statusCode!, body: Buffer.concat(parts) }))
            .on('error', reject)
        },
      )
      sent.on('error', reject).end(payload)
    })
}
export const bearer = ({ token }: Farm) => ({ authorization: `Bearer ${token}` })
