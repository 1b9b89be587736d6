import { invalidFields } from '#server/db/http-error.ts'

type Values = Readonly<Record<string, unknown>>
/** What is read, and what an address may begin with. */
const read = { schemes: ['rtsp:', 'rtsps:', 'http:', 'https:'], code: 'camera.stream_address' }
const played = { schemes: ['http:', 'https:'], code: 'camera.whep_form' }
const addresses = { streamAddress: read, hdAddress: read, whepAddress: played } as const
const isWhep = (url: URL) => /\/whep\/?$/i.test(url.pathname)

/** Errors: 400 for addresses that are none, that hold an account, or that stand in the wrong field. */
export function requireAddresses(values: Values): void {
  for (const [name, { schemes, code }] of Object.entries(addresses)) {
    const text = values[name]
    if (!text) continue
    const url = URL.canParse(String(text)) ? new URL(String(text)) : null
    if (!url || !schemes.includes(url.protocol) || url.username || url.password)
      throw invalidFields({ [name]: { code } })
    // Nothing can be read there, and whoever enters it means the other field.
    if (name !== 'whepAddress' && isWhep(url))
      throw invalidFields({ [name]: { code: 'camera.whep_address' } })
  }
}
