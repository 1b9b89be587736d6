import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { menuTree, type MenuNode } from '#contract/account/menus.ts'
import { fetchCall } from '#src/kit/calls/use-call.ts'
import { isApiError } from '#src/api/api-error.ts'
import { currentScope } from '#src/api/scope.ts'
import { useRights } from '#src/kit/calls/use-rights.ts'
import { closeToast, toast } from '#src/ui/toast.ts'

const storageKey = 'menu'
/** How long a failure is shown. */
const tellForMs = 2000
function remember(key: string, tree: readonly MenuNode[]): void {
  localStorage.setItem(storageKey, JSON.stringify({ key, tree }))
}
function recall(key: string): MenuNode[] | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as {
      key: string
      tree: MenuNode[]
    } | null
    return kept?.key === key ? kept.tree : undefined
  } catch {
    return undefined
  }
}

/** Sub-modules, their groups, their screens: what this person may open and nothing else. */
export function useMenu(isFirstPaintDone: boolean): readonly MenuNode[] {
  const { t, i18n } = useTranslation('common')
  const scope = currentScope()
  const key = `menu:${scope?.tenantId}:${scope?.permissionVersion}:${i18n.language}`
  const { data, isError } = useRights(
    ['menu', i18n.language],
    async () => {
      const tree = await fetchCall(menuTree, { lang: i18n.language }).catch((error: unknown) => {
        const kept = isApiError(error) && error.isUnanswered ? recall(key) : undefined
        if (!kept) throw error
        return kept
      })
      // An answer that is no list is a failure too.
      if (!Array.isArray(tree)) throw new Error('no menu')
      remember(key, tree)
      return tree
    },
    {
      // The menu of the last visit stands at once; what may be opened is asked behind, and the server
      // decides anyway.
      enabled: isFirstPaintDone,
      staleTime: 30_000,
      placeholderData: (before) => before ?? recall(key),
    },
  )
  useEffect(() => {
    if (!isError) return
    toast({ key: 'menu', text: t('common:failed'), tone: 'bad' })
    const timer = setTimeout(() => closeToast('menu'), tellForMs)
    return () => clearTimeout(timer)
  }, [isError, t])
  return data ?? []
}
