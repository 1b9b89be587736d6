import '@ant-design/v5-patch-for-react-19'
import { Refine } from '@refinedev/core'
import routerProvider from '@refinedev/react-router'
import { createBrowserRouter, Navigate, Outlet, RouterProvider } from 'react-router'
import { preloadScreen, refineResources, screenRoutes } from '#src/kit/routes.tsx'
import { UnsavedGuard } from '#src/kit/UnsavedGuard.tsx'
import { setLanguage } from '#src/providers/i18n.ts'
import { Frame } from '#src/shell/Frame.tsx'
import { accessControlProvider } from '#src/providers/access.ts'
import { authProvider } from '#src/providers/auth.ts'
import { dataProvider } from '#src/providers/data.ts'
import { liveProvider } from '#src/providers/live.ts'
import { notificationProvider } from '#src/providers/notification.ts'
import { i18nProvider } from '#src/providers/refine-i18n.ts'
import { definitions } from '#src/resources/index.ts'
import { Questions } from '#src/ui/Questions.tsx'
import { Toasts } from '#src/ui/Toasts.tsx'
import { Session } from './Session.tsx'
import { Theme } from './Theme.tsx'
import '#src/ui/ui.css'

const resources = refineResources(definitions)
const options = {
  disableTelemetry: true,
  syncWithLocation: true,
  warnWhenUnsavedChanges: true,
  liveMode: 'auto' as const,
  reactQuery: { clientConfig: { defaultOptions: { queries: { staleTime: 30_000, refetchOnWindowFocus: false, retry: false } } } },
}

/** Refine needs the router around it, so it is the router's outermost element. */
function Root() {
  return (
    <Refine
      resources={resources} options={options} routerProvider={routerProvider} dataProvider={dataProvider} authProvider={authProvider}
      accessControlProvider={accessControlProvider} i18nProvider={i18nProvider} liveProvider={liveProvider} notificationProvider={notificationProvider}
    >
      <Theme>
        <Session>
          <Outlet />
        </Session>
        <UnsavedGuard />
        <Questions />
        <Toasts />
      </Theme>
    </Refine>
  )
}

void preloadScreen(definitions, location.pathname)
const router = createBrowserRouter([
  {
    element: <Root />,
    children: [
      // spec 1 §2.1: exactly `/` goes home
      { path: '/', element: <Navigate to="/web/farm/home" replace /> },
      { element: <Frame setLanguage={setLanguage} />, children: screenRoutes(definitions) },
    ],
  },
])

export default function App() {
  return <RouterProvider router={router} />
}
