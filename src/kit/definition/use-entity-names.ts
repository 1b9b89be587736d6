import { useTranslation } from 'react-i18next'
import { entityOutlines } from '#contract/outlines.ts'
import { entityLabel, untypedT } from './label.ts'

const modules = [...new Set(entityOutlines.map(({ module }) => module))]

/** What a person calls a kind of record, for pages that speak of many kinds. */
export function useEntityNames(): (name: string) => string {
  const t = untypedT(useTranslation(['common', ...modules]).t)
  return (name) => {
    const found = entityOutlines.find((entity) => entity.name === name)
    return found ? entityLabel(t, found) : name
  }
}
