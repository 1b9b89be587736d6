import 'virtual:antd-styles.css'
import '@ant-design/v5-patch-for-react-19'
import { keys, Refine } from '@refinedev/core'
import { lazy, Suspense } from 'react'
import { createBrowserRouter, Navigate, Outlet, RouterProvider, useRouteError } from 'react-router'
import { firstRows } from '#contract/entity.ts'
import { baseName, placingOf } from '#contract/placing.ts'
import { resolveEndpoint } from '#src/api/call.ts'
import { routing } from '#src/providers/router.ts'
import { queries } from '#src/kit/calls/queries.ts'
import { isFirstHere } from '#src/api/first-requests.ts'
import { giveFirstRows } from '#src/kit/list/rows/first-rows.ts'
import { crudFilters } from '#src/kit/list/location/list-location.ts'
import { fetchRest, isList } from '#src/kit/definition/outline.ts'
import { preloadScreen, refineResources, screenRoutes, windowRoutes } from '#src/kit/app/routes.tsx'
import { UnsavedGuard } from '#src/kit/form/draft/UnsavedGuard.tsx'
import { setLanguage } from '#src/providers/i18n.ts'
import { chosenBase } from '#src/lib/chosen-base.ts'
import { knownScreen } from '#src/lib/known-screen.ts'
import { afterFirstPaint } from '#src/lib/first-paint.ts'
import { Frame } from '#src/shell/Frame.tsx'
import { OwnWindow } from '#src/shell/OwnWindow.tsx'
import { PageFailure } from '#src/shell/PageFailure.tsx'
import { accessFor } from '#src/providers/access.ts'
import { auditLogProvider } from '#src/providers/audit-log.ts'
import { authProvider, identity, isWithoutNetwork } from '#src/providers/auth.ts'
import { isSignedIn } from '#src/api/tokens.ts'
import { dataProvider } from '#src/providers/data.ts'
import { liveProvider } from '#src/providers/live.ts'
import { notificationProvider } from '#src/providers/notification.ts'
import { i18nProvider } from '#src/providers/refine-i18n.ts'
import { outlines } from '#src/resources/outlines.ts'
import { ConfirmHost } from '#src/ui/ConfirmHost.tsx'
import { Toasts } from '#src/ui/Toasts.tsx'
import { Session } from './Session.tsx'
import { Theme } from './Theme.tsx'
import '#src/ui/ui.css'

const resources = refineResources(outlines)
void afterFirstPaint().then(() => fetchRest(outlines))
const access = accessFor(resources)
const options = {
  disableTelemetry: true,
  syncWithLocation: true,
  warnWhenUnsavedChanges: true,
  liveMode: 'auto' as const,
  reactQuery: { clientConfig: queries },
}

/**
 * Nothing can be fetched without the tenant; known before the first drawing, it costs no second
 * one.
 */
export async function ready(): Promise<void> {
  if (!isSignedIn()) return
  // A failure is the session's to show.
  const known = identity()
    .then((user) => queries.setQueryData(keys().auth().action('identity').get(), user))
    .then(rowsThatAreHere)
    .catch(() => undefined)
  await Promise.all([preloadScreen(outlines, location.pathname), known])
}

/**
 * The list's own rows, where the entry asked for them and they have come meanwhile
 * (src/api/first-requests.ts).
 */
async function rowsThatAreHere(): Promise<void> {
  const shown = outlines.find(({ screen }) => screen.route === location.pathname)
  const base = shown && isList(shown) && placingOf(shown.entity) ? chosenBase() : null
  const inBase = base === null ? '' : `&${baseName}=${base}`
  if (
    !shown ||
    !isList(shown) ||
    !isFirstHere(resolveEndpoint(`GET ${firstRows(shown.entity, shown.screen)}`, {}).url + inBase)
  )
    return
  const pagination = shown.entity.parent
    ? { mode: 'off' as const }
    : { currentPage: 1, pageSize: shown.screen.pageSize }
  giveFirstRows(
    shown.screen.name,
    base,
    await dataProvider.getList({
      resource: shown.entity.name,
      pagination,
      filters: crudFilters({ filters: shown.screen.usual ?? {}, base }, shown.entity, ''),
    }),
  )
}

/** Refine needs the router around it, so it is the router's outermost element. */
function Root() {
  return (
    <Refine
      resources={resources}
      options={options}
      routerProvider={routing}
      dataProvider={dataProvider}
      auditLogProvider={auditLogProvider}
      authProvider={authProvider}
      accessControlProvider={access}
      i18nProvider={i18nProvider}
      liveProvider={liveProvider}
      notificationProvider={notificationProvider}
    >
      <Theme>
        <Session>
          <Outlet />
        </Session>
        <UnsavedGuard />
        <ConfirmHost />
        <Toasts />
      </Theme>
    </Refine>
  )
}

/** Every field kind and widget in every state, while developing; no build has it. */
const Catalogue = import.meta.env.DEV ? lazy(() => import('./catalogue/CataloguePage.tsx')) : null

/** Exactly `/` goes home; without a network, to what was taken along. */
const FirstPage = () => (
  <Navigate to={isWithoutNetwork() ? knownScreen('task').route : '/web/farm/home'} replace />
)

/** What breaks outside of every page, or before there is one. */
function Broken() {
  const error = useRouteError()
  return <PageFailure error={error} path={location.pathname} onRetry={() => location.reload()} />
}

const router = createBrowserRouter([
  {
    element: <Root />,
    errorElement: <Broken />,
    children: [
      { path: '/', element: <FirstPage /> },
      ...(Catalogue
        ? [
            {
              path: '/_catalogue',
              element: (
                <Suspense>
                  <Catalogue />
                </Suspense>
              ),
            },
          ]
        : []),
      { element: <OwnWindow />, children: windowRoutes(outlines) },
      { element: <Frame setLanguage={setLanguage} />, children: screenRoutes(outlines) },
    ],
  },
])

export default function App() {
  return <RouterProvider router={router} />
}
