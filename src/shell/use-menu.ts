import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { menuTree, type MenuNode } from '#contract/account/menus.ts'
import { call } from '#src/api/call.ts'
import { currentScope } from '#src/api/scope.ts'
import { toast } from '#src/ui/toast.ts'

/** Sub-modules, their groups, their screens: what this person may open and nothing else. */
export function useMenu(): readonly MenuNode[] {
  const { t, i18n } = useTranslation('common')
  const scope = currentScope()
  const { data, isError } = useQuery({
    queryKey: ['menu', scope?.tenantId, scope?.permissionVersion, i18n.language],
    queryFn: async () => {
      const tree = await call(menuTree, { lang: i18n.language }, { quiet: true })
      // spec 1 §8: an answer that is no list is a failure too
      if (!Array.isArray(tree)) throw new Error('no menu')
      return tree
    },
    placeholderData: (before) => before,
  })
  useEffect(() => {
    if (isError) toast({ key: 'menu', text: t('common:failed'), tone: 'bad' })
  }, [isError, t])
  return data ?? []
}
export const screensOf = (menu: readonly MenuNode[]) => menu.flatMap((module) => module.children.flatMap((group) => group.children.map((screen) => ({ module, group, screen }))))
