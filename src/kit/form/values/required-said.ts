import type { ReactNode } from 'react'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/**
 * What is said at a field: of one that was left empty what is to be filled in or chosen, whether the
 * form or the server found it; anything else as it was said.
 */
export function useRequiredSaid() {
  const t = useLabels()
  const required = t('field.required', { ns: 'errors', keySeparator: false })
  return (mistake: string | undefined, label: ReactNode, isChosen: boolean) =>
    mistake === required && typeof label === 'string'
      ? t(isChosen ? 'kit:form.choose' : 'kit:form.fill', { name: label })
      : mistake
}
