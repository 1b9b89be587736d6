import { useTranslation } from 'react-i18next'
import { entities } from '#contract/domains.ts'
import {
  auditActionLabel,
  commonActions,
  entityLabel,
  untypedT,
} from '#src/kit/definition/label.ts'

const special = [
  'noviceUnlock',
  'password',
  'realName',
  'avatar',
  'defaultTenant',
  'endSession',
  'setup',
  'setDefault',
  'assign',
  'viewAs',
  'publish',
  'withdraw',
  'resetPassword',
  'endSessions',
  'impersonate',
  'register',
  'export',
  'move',
  'transfer',
]

const namespaces = [
  ...new Set(['system', ...entities.map(({ module }) => module), 'common', 'kit', 'menus']),
]

/** The log's words for what was written and how: the entity's own where it has them. */
export function useAuditWords() {
  const { t: typed } = useTranslation(namespaces)
  const t = untypedT(typed)
  return {
    actions: [...commonActions, ...special].filter(
      (action) => action !== 'list' && action !== 'show',
    ),
    action: (name: string, action: string) => {
      const found = entities.find((entity) => entity.name === name)
      if (found) return auditActionLabel(t, found, action)
      return commonActions.has(action)
        ? t(`common:actions.${action}`)
        : t(`system:audit.actions.${action}`, { defaultValue: action })
    },
    entity: (name: string) => {
      const found = entities.find((entity) => entity.name === name)
      return found ? entityLabel(t, found) : t(`system:audit.kinds.${name}`, { defaultValue: name })
    },
  }
}
