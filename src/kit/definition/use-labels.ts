import { useTranslation } from 'react-i18next'
import type { Entity } from '#contract/entity.ts'
import { untypedT, type Translate } from './label.ts'

/**
 * The texts that an engine screen needs, loaded before it draws: its entity's module, the engine's
 * and the shared ones.
 */
export function useLabels(entity?: Pick<Entity, 'module'>): Translate {
  const { t } = useTranslation(['kit', 'common', 'menus', ...(entity ? [entity.module] : [])])
  return untypedT(t)
}
