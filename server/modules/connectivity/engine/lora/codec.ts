import { z } from 'zod'
import { isDeeper } from '#server/http/depth.ts'
import { CodecPool, type Said } from './codec-pool.ts'

/** What a codec made of a payload: values by name, or why there are none. */
export interface Decoded {
  values: Record<string, unknown> | null
  error: string | null
  warnings: string[]
}
/** What a codec made of an order: what goes to the node, or why nothing does. */
type Encoded = { bytes: Buffer; fPort: number } | { error: string }

/** Nothing a node measures lies deeper, and frames that it passes on are lists in lists. */
const mostDepth = 8
const mostNames = 500
const texts = z.array(z.string()).max(100).nullish()
const answered = z.looseObject({
  data: z
    .record(z.string().max(200), z.unknown())
    .refine((data) => Object.keys(data).length <= mostNames)
    .nullish(),
  errors: texts,
  warnings: texts,
})
const telling = z.looseObject({
  bytes: z.array(z.int().min(0).max(255)).max(242).nullish(),
  fPort: z.int().min(1).max(223).nullish(),
  errors: texts,
})
const failed = (error: string): Decoded => ({ values: null, error, warnings: [] })
const noDecoding = 'decodeUplink must answer { data: { … } }'
const noEncoding = 'encodeDownlink must answer { bytes: [ … ], fPort }'

/** Runs tenants' codecs. What comes out of one is as untrusted as what comes in from outside. */
export class CodecRunner {
  readonly #pool = new CodecPool()

  /** Never rejects: a script that fails, hangs or eats memory is an error in the answer. */
  async decode(
    tenant: number,
    script: string,
    fPort: number,
    payload: Uint8Array,
  ): Promise<Decoded> {
    const bytes = JSON.stringify([...payload])
    // ChirpStack's older scripts are called `Decode(fPort, bytes)`.
    return decoded(
      await this.#pool.run(
        tenant,
        script,
        `typeof decodeUplink === 'function' ? decodeUplink({ fPort: ${fPort}, bytes: ${bytes} }) : { data: Decode(${fPort}, ${bytes}) }`,
      ),
    )
  }
  /** Never rejects. `data`: what the node is told. */
  async encode(tenant: number, script: string, data: Record<string, unknown>): Promise<Encoded> {
    return encoded(
      await this.#pool.run(
        tenant,
        script,
        `typeof encodeDownlink === 'function' ? encodeDownlink({ data: ${JSON.stringify(data)} }) : { errors: ['the codec has no encodeDownlink'] }`,
      ),
    )
  }
  close(): Promise<void> {
    return this.#pool.close()
  }
}

/** The answer's content; undefined where it is none that anybody may go on with. */
function contentOf({ answer }: Said): unknown {
  if (answer === undefined) return undefined
  try {
    const content = JSON.parse(answer) as unknown
    return isDeeper(content, mostDepth) ? undefined : content
  } catch {
    return undefined
  }
}
/** A sentence of somebody's script, as it can be stored and shown. */
const sentence = (errors: readonly string[], most: number) =>
  errors.join('; ').slice(0, most).toWellFormed()

function decoded(said: Said): Decoded {
  if (said.answer === undefined) return failed(sentence([said.error ?? 'no answer'], 300))
  const parsed = answered.safeParse(contentOf(said))
  if (!parsed.success) return failed(noDecoding)
  const { data, errors } = parsed.data
  const warnings = (parsed.data.warnings ?? []).map((one) => sentence([one], 300))
  if (errors && errors.length > 0) return { values: null, error: sentence(errors, 300), warnings }
  return data ? { values: data, error: null, warnings } : failed(noDecoding)
}

function encoded(said: Said): Encoded {
  if (said.answer === undefined) return { error: sentence([said.error ?? 'no answer'], 200) }
  const parsed = telling.safeParse(contentOf(said))
  if (!parsed.success) return { error: noEncoding }
  const { bytes, fPort, errors } = parsed.data
  if (errors && errors.length > 0) return { error: sentence(errors, 200) }
  return bytes ? { bytes: Buffer.from(bytes), fPort: fPort ?? 1 } : { error: noEncoding }
}
