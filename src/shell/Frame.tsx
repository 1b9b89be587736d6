import { lazy, Suspense, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { screens } from '#contract/outlines.ts'
import { getTheme } from '#contract/account/tenant.ts'
import {
  languages,
  selfTenants,
  setLanguage as rememberLanguage,
  type Language,
} from '#contract/account/self.ts'
import { endImpersonation } from '#src/api/impersonation.ts'
import { onSessionOver } from '#src/api/session.ts'
import { signOut } from '#src/api/sign-in.ts'
import { hasUnsaved, mayLeave } from '#src/kit/form/draft/unsaved.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useIdentity } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { onOpenScan } from '#src/lib/open-scan.ts'
import { useNarrow } from '#src/ui/use-width.ts'
import { MenuIcon } from './MenuIcon.tsx'
import { Menus } from './Menus.tsx'
import { isAnyDialogOpen, isHelpKey, isMac, isPaletteKey } from './help/help-rules.ts'
import { OfflineBanner } from './OfflineBanner.tsx'
import { PageHead } from './PageHead.tsx'
import { signOutOf } from './field/leaving.ts'
import { VersionBanner } from './field/VersionBanner.tsx'
import { PhoneBar } from './PhoneBar.tsx'
import { Panes } from './Panes.tsx'
import { TabBar } from './TabBar.tsx'
import { currentTheme, onTheme, parseTheme, showTheme } from './theme-store.ts'
import { useFirstPaint } from './use-first-paint.ts'
import { useCounts } from './use-counts.ts'
import { useFavorites } from './use-favorites.ts'
import { useGuide } from './use-guide.ts'
import { useMenu } from './use-menu.ts'
import { useRecents } from './recents.ts'
import { useTabs } from './use-tabs.ts'
import { UserMenu, type MenuAction } from './UserMenu.tsx'
import './paper.css'
import './shell.css'

const ThemeDrawer = lazy(() => import('./ThemeDrawer.tsx'))
const TenantDialog = lazy(() => import('./TenantDialog.tsx'))
const BaseSelector = lazy(() => import('./BaseSelector.tsx'))
const NoticeBell = lazy(() => import('./notices/NoticeBell.tsx'))
const NewDeviceBanner = lazy(() => import('./notices/NewDeviceBanner.tsx'))
const FieldSign = lazy(() => import('./field/FieldSign.tsx'))
const VisualEntry = lazy(() => import('./notices/VisualEntry.tsx'))
const Palette = lazy(() => import('./palette/Palette.tsx'))
const ScanDialog = lazy(() => import('./ScanDialog.tsx'))
const PageHelp = lazy(() => import('./help/PageHelp.tsx'))
const SessionDialog = lazy(() => import('./SessionDialog.tsx'))
const noTenant = -1
const keptAlive = new Set(screens.filter((screen) => screen.keepAlive).map((screen) => screen.name))

interface FrameProps {
  setLanguage: (language: Language) => Promise<void>
}
type Dialog = 'theme' | 'tenant' | 'palette' | 'help' | 'scan' | 'notices' | 'menu' | null
interface SignInAgain {
  signal: AbortSignal
  answer: (isBack: boolean) => void
}

/** The console around a page: menu, tabs, base, person. */
export function Frame({ setLanguage }: FrameProps) {
  const { t, i18n } = useTranslation('shell')
  const labels = useLabels()
  const user = useIdentity()
  const navigate = useNavigate()
  const isNarrow = useNarrow()
  const theme = useSyncExternalStore(onTheme, currentTheme)
  const isFirstPaintDone = useFirstPaint()
  const menu = useMenu(isFirstPaintDone)
  const tabs = useTabs(user?.id ?? 0, user?.tenantId ?? 0)
  const recents = useRecents(
    user?.id ?? 0,
    user?.tenantId ?? 0,
    menu,
    tabs.definition?.screen.route,
  )
  const [dialog, setDialog] = useState<Dialog>(null)
  const [again, setAgain] = useState<SignInAgain>()
  const tenant = user?.tenantId ?? noTenant
  const hasTenant = tenant !== noTenant
  const counts = useCounts(isFirstPaintDone && hasTenant)
  const favorites = useFavorites(isFirstPaintDone && hasTenant)

  const kept = useCall(getTheme, hasTenant && isFirstPaintDone ? {} : null).data
  useEffect(() => {
    if (kept) showTheme(parseTheme(kept.theme))
  }, [kept])
  const { data: tenantCount = 0 } = useCall(selfTenants, isFirstPaintDone ? {} : null, {
    select: (list) => list.length,
  })
  const { send: rememberChoice } = useCallMutation(rememberLanguage)
  // Only where work would be lost; otherwise the client leaves for the sign-in page
  // (docs/specification.md 2.10).
  useEffect(
    () =>
      onSessionOver(async (signal) =>
        hasUnsaved() ? new Promise<boolean>((answer) => setAgain({ signal, answer })) : false,
      ),
    [],
  )
  const path = tabs.active
  useEffect(() => {
    // An operator works for no farm.
    if (user && !hasTenant && path === '/web/farm/home')
      void navigate('/system/platform/operations', { replace: true })
  }, [user, hasTenant, path, navigate])

  const guide = useGuide(user, path, hasTenant && (isFirstPaintDone || user?.novice === true))

  const chooseLanguage = (language: Language) => {
    void setLanguage(language)
    void rememberChoice({ language })
  }
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (isHelpKey(event) && !isAnyDialogOpen()) {
        event.preventDefault()
        setDialog('help')
      }
      if (!isPaletteKey(event)) return
      event.preventDefault()
      setDialog('palette')
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
  useEffect(() => onOpenScan(() => setDialog('scan')), [])
  const leave = (go: () => void) => void mayLeave(labels).then((isSure) => isSure && go())
  const actions: MenuAction[] = [
    ...languages
      .filter((language) => language !== i18n.language)
      .map((language) => ({
        key: language,
        label: t(`languages.${language}`),
        run: () => chooseLanguage(language),
      })),
    ...(hasTenant ? [{ key: 'theme', label: t('user.theme'), run: () => setDialog('theme') }] : []),
    { key: 'account', label: t('user.account'), run: () => void navigate('/web/user') },
    ...guide,
    { key: 'jobs', label: t('menus:screens.jobs'), run: () => void navigate('/web/user/jobs') },
    ...(tenantCount > (hasTenant ? 1 : 0)
      ? [{ key: 'tenant', label: t('user.tenant'), run: () => setDialog('tenant') }]
      : []),
    { key: 'out', label: t('user.out'), run: () => leave(() => void signOutOf(t)) },
  ]
  const openHelp = useCallback(() => setDialog('help'), [])
  const closeDialog = useCallback(() => setDialog((open) => (open === 'palette' ? null : open)), [])
  const acting = user?.impersonatedBy
    ? t('acting.person', { who: user.impersonatedBy, name: user.realName })
    : user?.viewedRole
      ? t('acting.role', { name: user.viewedRole })
      : null
  const screenOfPath = (at: string) =>
    at === path
      ? tabs.definition?.screen
      : screens.find(({ name }) => name === tabs.tabs.find((tab) => tab.path === at)?.screen)
  const panes = tabs.tabs.map((tab) => ({
    path: tab.path,
    version: tabs.versions[tab.path] ?? 0,
    isKept: theme.label === 1 && !isNarrow && keptAlive.has(tab.screen),
  }))
  return (
    <div className="shell" data-layout={isNarrow ? 'phone' : theme.layout}>
      <a
        className="shell-skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault()
          document.querySelector<HTMLElement>('#main')?.focus()
        }}
      >
        {t('skip')}
      </a>
      {acting && (
        <div className="shell-acting" role="status">
          {acting}{' '}
          <button
            type="button"
            onClick={() =>
              void signOut(() => location.assign(endImpersonation() ? '/web/farm/home' : '/login'))
            }
          >
            {t('acting.end')}
          </button>
        </div>
      )}
      <Menus
        menu={menu}
        theme={theme}
        isNarrow={isNarrow}
        counts={counts}
        favorites={favorites}
        recents={recents}
        isOpen={dialog === 'menu'}
        onOpen={(isOpen) => setDialog(isOpen ? 'menu' : null)}
        person={user && <UserMenu user={user} actions={actions} />}
      >
        {hasTenant &&
          user &&
          (isFirstPaintDone ? (
            <Suspense fallback={<span className="base-selector" />}>
              <BaseSelector screen={tabs.definition?.screen} />
            </Suspense>
          ) : (
            <span className="base-selector" />
          ))}
        <span className="shell-grow" />
        <button
          type="button"
          className="shell-search"
          aria-label={t('palette.open')}
          onClick={() => setDialog('palette')}
        >
          <MenuIcon name="search" />
          <span>{t('menu.search')}</span>
          <kbd>{isMac() ? '⌘' : 'Ctrl'} K</kbd>
        </button>
        {isFirstPaintDone && hasTenant && user && (
          <Suspense fallback={<span className="shell-icon" />}>
            {!acting && <FieldSign />}
            <VisualEntry />
            <NoticeBell
              isOpen={dialog === 'notices'}
              onOpen={(isOpen) => setDialog(isOpen ? 'notices' : null)}
            />
          </Suspense>
        )}
      </Menus>
      <div className="shell-body">
        {theme.label === 1 && !isNarrow && <TabBar tabs={tabs} theme={theme} />}
        <OfflineBanner />
        <VersionBanner />
        {isFirstPaintDone && user?.admin && (
          <Suspense>
            <NewDeviceBanner />
          </Suspense>
        )}
        <main id="main" className="shell-main" tabIndex={-1}>
          <Panes
            panes={panes}
            active={path}
            around={(at, page) => (
              <PageHead
                path={at}
                screen={screenOfPath(at)}
                about={tabs.tabs.find((tab) => tab.path === at)?.name}
                menu={menu}
                favorites={hasTenant ? favorites : undefined}
                onHelp={openHelp}
              >
                {page}
              </PageHead>
            )}
          />
        </main>
      </div>
      {isNarrow && user && (
        <PhoneBar
          menu={menu}
          counts={counts}
          onScan={() => setDialog('scan')}
          onMessages={() => setDialog('notices')}
          onMenu={() => setDialog('menu')}
        />
      )}
      <Suspense>
        {dialog === 'theme' && <ThemeDrawer onClose={() => setDialog(null)} />}
        {dialog === 'palette' && (
          <Palette
            menu={menu}
            recents={recents}
            actions={actions}
            onHelp={openHelp}
            onClose={closeDialog}
          />
        )}
        {dialog === 'scan' && <ScanDialog onClose={() => setDialog(null)} />}
        {dialog === 'help' && (
          <PageHelp screen={tabs.definition?.screen} onClose={() => setDialog(null)} />
        )}
        {dialog === 'tenant' && <TenantDialog onClose={() => setDialog(null)} />}
        {again && user && (
          <SessionDialog
            user={user}
            signal={again.signal}
            onDone={(isBack) => {
              setAgain(undefined)
              again.answer(isBack)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
