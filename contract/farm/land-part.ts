import { z } from 'zod'
import { call } from '../call.ts'
import { lines, ref, text } from '../field.ts'
import { land } from './land.ts'

/** As many parts as a plot may be divided into, and as a record may name. */
const mostNamedParts = 100

/** Parts of plots that a record names; of a plot of which it names none it has all. */
export const namedParts = lines(
  { landId: ref('land', { required: true }), part: text({ required: true, max: 20 }) },
  { max: mostNamedParts, detailOnly: true },
)
export interface NamedPart {
  landId: number
  part: string
}
/** As an address says them, and as they are read from it; a name has neither of the marks. */
export const partsText = (parts: readonly NamedPart[]) =>
  parts.map(({ landId, part }) => `${landId}:${part}`).join(',')
export const partsFrom = (text: string): NamedPart[] =>
  text.split(',').flatMap((one) => {
    const [landId = '', part = ''] = one.split(':')
    return Number(landId) > 0 && part ? [{ landId: Number(landId), part }] : []
  })

export const landParts = call({
  endpoint: 'GET /wfpf/v1/{tenant}/land/parts',
  summary: 'Into what parts plots are divided; plots without any are left out',
  access: { code: [...land.permissions.list, 'wfpf.farm.batch', 'wfpf.farm.taskManger'] },
  staleAfter: { land: true },
  input: z.object({ landIds: z.string().regex(/^\d+(,\d+){0,49}$/) }),
  answer: z.array(
    z.object({
      landId: z.int(),
      landName: z.string(),
      parts: z.array(z.object({ name: z.string(), acreage: z.number().nullable() })),
    }),
  ),
})
