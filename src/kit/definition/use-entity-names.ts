import { useTranslation } from 'react-i18next'
import { entities } from '#contract/domains.ts'
import { entityLabel, untypedT } from './label.ts'

const modules = [...new Set(entities.map(({ module }) => module))]

/** What a person calls a kind of record, for pages that speak of many kinds. */
export function useEntityNames(): (name: string) => string {
  const t = untypedT(useTranslation(['common', ...modules]).t)
  return (name) => {
    const found = entities.find((entity) => entity.name === name)
    return found ? entityLabel(t, found) : name
  }
}
