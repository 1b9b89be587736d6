import { fieldPack } from '#contract/work/field-calls.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useField, useFieldOn } from '#src/kit/calls/field/use-field.ts'
import { signedAfter } from '#src/lib/field/signed.ts'

/**
 * Whether the signed-in worker is there, and on which base: by what was taken along and what waits
 * to be sent, or, where nothing is kept, by what the server says. Undefined: nobody knows yet.
 */
export function useSigned() {
  const isOn = useFieldOn()
  const { kept, entries } = useField()
  const asked = useCall(fieldPack, isOn === false ? {} : null)
  const pack = kept?.pack ?? asked.data
  if (!pack?.worker) return { pack, signed: undefined, isWaiting: false, refetch: asked.refetch }
  const own = entries.filter(({ kind }) => kind === 'signIn' || kind === 'signOut')
  return {
    pack,
    // A pack of before there was such a thing says nothing of it.
    signed: signedAfter(pack.signedIn ?? null, own),
    isWaiting: own.length > 0,
    refetch: asked.refetch,
  }
}
