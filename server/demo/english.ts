import type { LightMyRequestResponse } from 'fastify'
import type { Injectable } from './client.ts'
import dictionary from './english.json' with { type: 'json' }

const isChinese = (text: string) => /\p{Script=Han}/u.test(text)
const english = new Map(Object.entries(dictionary))
const chinese = new Map(Object.entries(dictionary).map(([zh, en]) => [en, zh]))
/** Names within others; single letters stand for too much. */
const parts = [...english].filter(([zh]) => zh.length > 1).sort((a, b) => b[0].length - a[0].length)
const edge = '\u{1}'

/** What the demo says, in English; made up of several names, each of them. */
export function inEnglish(text: string): string {
  const whole = english.get(text)
  if (whole !== undefined || !isChinese(text)) return whole ?? text
  let said = text
  for (const [zh, en] of parts) if (said.includes(zh)) said = said.replaceAll(zh, edge + en + edge)
  return said
    .replaceAll(/(?<=[\p{L}\p{N}):])\u{1}+(?=[\p{L}\p{N}(])/gu, ' ')
    .replaceAll(edge, '')
    .trim()
}
/** As somebody who goes by such a name is spoken to. */
export const sayAs = (name: string) => (text: string) => (isChinese(name) ? text : inEnglish(text))

function each(value: unknown, say: (text: string) => string): unknown {
  if (typeof value === 'string') return say(value)
  if (Array.isArray(value)) return value.map((one) => each(one, say))
  if (
    value === null ||
    typeof value !== 'object' ||
    Object.getPrototypeOf(value) !== Object.prototype
  )
    return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, each(one, say)]))
}

/**
 * Lets what is written in Chinese fill a demo in English: what is sent goes out in English, and
 * what comes back is what was said, so that names are found again.
 */
export function speakEnglish(app: Injectable): Injectable {
  const sent = new Map<string, string>()
  const out = (text: string) => {
    const said = inEnglish(text)
    if (said !== text) sent.set(said, text)
    return said
  }
  const back = (text: string) => sent.get(text) ?? chinese.get(text) ?? text
  return {
    inject: async ({ payload, query, headers, ...options }) => {
      const answer = await app.inject({
        ...options,
        headers: { 'accept-language': 'en-US', ...headers },
        ...(payload !== undefined && { payload: each(payload, out) as typeof payload }),
        ...(query !== undefined && { query: each(query, out) as typeof query }),
      })
      if (!String(answer.headers['content-type']).includes('json')) return answer
      const json = () => each(answer.json(), back)
      return Object.create(answer, { json: { value: json } }) as LightMyRequestResponse
    },
  }
}
