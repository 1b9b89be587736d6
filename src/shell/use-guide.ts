import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { SelfUser } from '#contract/account/self.ts'
import { homeScreen } from '#contract/farm/home.ts'
import { noviceScreen } from '#contract/guide/novice.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { isGuided } from '#src/lib/guided.ts'
import { buttonCode } from '#src/lib/known-screen.ts'
import type { MenuAction } from './UserMenu.tsx'

/**
 * Who begins a new tenant is led to its guide once, from the first page; every other page stays
 * open to them, and to whoever has nothing to set up. Afterwards it is among their own actions.
 */
export function useGuide(
  user: SelfUser | undefined,
  path: string,
  isAsked: boolean,
): readonly MenuAction[] {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const mayBegin = useGranted(buttonCode('basemanage', 'create'), isAsked) === true
  const isNew = user?.novice === true && mayBegin && path === homeScreen.route
  useEffect(() => {
    if (isNew && !isGuided()) void navigate(noviceScreen.route, { replace: true })
  }, [isNew, navigate])
  return mayBegin
    ? [
        {
          key: 'guide',
          label: t('menus:screens.novice'),
          run: () => void navigate(noviceScreen.route),
        },
      ]
    : []
}
