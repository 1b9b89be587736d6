import { Button } from 'antd'
import { lazy, Suspense, useEffect } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { useResource } from '#src/kit/definition/definition-context.ts'
import { FormScreen } from '#src/kit/form/FormScreen.tsx'
import { addressLeft, noteOpened } from '#src/kit/list/location/return-state.ts'
import { ListSkeleton } from '#src/kit/app/ListState.tsx'
import { NotFound } from '#src/kit/app/NotFound.tsx'
import type { Row } from '#src/kit/definition/resource.ts'
import { useScreenTitle } from '#src/kit/app/use-screen-title.ts'
import { usePermissions } from '#src/kit/app/use-permissions.ts'
import { addressOf, type OpenKind } from './use-opened.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { NoPermission } from '#src/kit/app/NoPermission.tsx'

const ShowScreen = lazy(() => import('./ShowScreen.tsx'))
const asked = ['create', 'edit']

/** A record on a page of its own, under its list's address (docs/specification.md 4.2). */
export default function RecordPage({ kind }: { kind: OpenKind }) {
  const resource = useResource()
  const t = useLabels(resource.entity)
  const { id: text } = useParams()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const may = usePermissions(resource, asked)
  const title = useScreenTitle(resource.entity, kind)
  const id = Number(text)
  const { route } = resource.screen
  useEffect(() => {
    if (id > 0) noteOpened(route, id)
  }, [route, id])
  if (kind !== 'create' && !(Number.isSafeInteger(id) && id > 0)) return <NotFound />
  if (kind !== 'show' && may && !may[kind])
    return <NoPermission missing={[resource.screen.buttons[kind] ?? []].flat()} />
  const list = { pathname: route, search: addressLeft(route) }
  const back = () => void navigate(list)
  // A form that was saved or given up leaves no tab behind.
  const leave = () => void navigate(list, { state: { done: pathname } })
  const done = (row: Row) => {
    if (kind !== 'create' || !resource.leadsTo) return leave()
    void resource.leadsTo(row).then((path) => navigate(path ?? list, { state: { done: pathname } }))
  }
  const edit =
    resource.form && may?.edit ? () => void navigate(addressOf(resource, 'edit', id)) : undefined
  return (
    <section className="kit-page" aria-label={title}>
      <h2>{title}</h2>
      {kind === 'show' ? (
        <Suspense fallback={<ListSkeleton rows={6} />}>
          <Button className="kit-back" onClick={back}>
            {t('common:buttons.back')}
          </Button>
          <ShowScreen resource={resource} id={id} isPage onEdit={edit} />
        </Suspense>
      ) : (
        <FormScreen
          resource={resource}
          kind={kind}
          id={kind === 'edit' ? id : undefined}
          isPage
          onDone={done}
          onCancel={leave}
        />
      )}
    </section>
  )
}
