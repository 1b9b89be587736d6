import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Poles, Pole } from './pole.ts'

/** What was asked, in its address and as a form. */
export async function fieldsOf(
  request: IncomingMessage,
): Promise<Readonly<Record<string, string>>> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const asked = new URL(request.url ?? '/', 'http://peer').searchParams
  return Object.fromEntries([...asked, ...new URLSearchParams(Buffer.concat(parts).toString())])
}
export function answerJson(response: ServerResponse, body: object, status = 200): void {
  response
    .writeHead(status, { 'content-type': 'application/json;charset=UTF-8' })
    .end(JSON.stringify(body))
}
/** The channels of a device that are there, by its number. */
export const polesOf = (poles: Poles, serial: string): readonly Pole[] =>
  [...poles.values()].filter((pole) => pole.serial === serial)
