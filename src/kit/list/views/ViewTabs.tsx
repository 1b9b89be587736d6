import { PlusOutlined } from '@ant-design/icons'
import { lazy, Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { listViews, type ListView } from '#contract/account/list-views.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { ListToolsProps } from '#src/kit/list/ListTools.tsx'
import { keptQuery } from './kept-query.ts'
import './views.css'

const ViewMenu = lazy(() => import('./ViewMenu.tsx'))

/** As many as stand beside a title; the others are in the panel. */
const mostTabs = 5

/** The views of a list as tabs, the whole list first, and the panel that keeps them. */
export default function ViewTabs({
  resource,
  settings,
  onSet,
}: Pick<ListToolsProps, 'resource' | 'settings' | 'onSet'>) {
  const t = useLabels(resource.entity)
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const views = useCall(listViews, { screen: resource.screen.name }, { retry: false })
  const here = keptQuery(search)
  const open = (view?: ListView) => {
    if (view) onSet({ ...view.settings, defaultView: settings.defaultView })
    void navigate({ pathname, search: view?.query ?? '' })
  }
  const shown = views.data?.slice(0, mostTabs) ?? []
  return (
    <nav className="kit-views" aria-label={t('kit:views.title')}>
      {shown.length > 0 && (
        <button
          type="button"
          aria-current={here === '' ? 'true' : undefined}
          onClick={() => open()}
        >
          {t('kit:views.whole')}
        </button>
      )}
      {shown.map((view) => (
        <button
          key={view.id}
          type="button"
          aria-current={here !== '' && keptQuery(view.query) === here ? 'true' : undefined}
          onClick={() => open(view)}
        >
          {view.name}
        </button>
      ))}
      <button
        type="button"
        className="kit-tool"
        aria-label={t('kit:views.title')}
        title={t('kit:views.new')}
        aria-haspopup="dialog"
        aria-busy={isAsked}
        onClick={() => setAsked(true)}
      >
        <PlusOutlined />
        <span className="kit-views-word">{t('kit:views.title')}</span>
      </button>
      {isAsked && (
        <Suspense>
          <ViewMenu
            resource={resource}
            settings={settings}
            onSet={onSet}
            onClose={() => setAsked(false)}
          />
        </Suspense>
      )}
    </nav>
  )
}
