import { DeleteOutlined, SaveOutlined, StarFilled, StarOutlined } from '@ant-design/icons'
import { Alert, Button, Drawer, Form, Input, Radio, Select } from 'antd'
import { useId, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import {
  createListView,
  deleteListView,
  editListView,
  listViews,
  shareCode,
  viewRoles,
  viewScopes,
  type ListView,
} from '#contract/account/list-views.ts'
import type { Entity } from '#contract/entity.ts'
import type { Screen } from '#contract/screen.ts'
import { call } from '#src/api/call.ts'
import { invalidateCall } from '#src/kit/calls/queries.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { confirm } from '#src/ui/confirm.ts'
import { useNarrow } from '#src/ui/use-width.ts'
import type { ListToolsProps } from '#src/kit/list/ListTools.tsx'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import '#src/kit/list/views/panel.css'
import { keptQuery } from './kept-query.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'

interface ViewMenuProps {
  resource: { entity: Pick<Entity, 'module'>; screen: Pick<Screen, 'name'> }
  settings: ListToolsProps['settings']
  /** Left out where a view is an address and nothing else: there is no list to begin with it. */
  onSet?: ListToolsProps['onSet']
  onClose: () => void
}
/** Views of a list under names: to look through, to begin with, to keep, to share. */
export default function ViewMenu({ resource, settings, onSet, onClose }: ViewMenuProps) {
  const t = useLabels(resource.entity)
  const isNarrow = useNarrow()
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const screen = resource.screen.name
  const views = useCall(listViews, { screen }, { staleTime: 0 })
  const refresh = () => invalidateCall(listViews, { screen })
  const { defaultView: _, ...shown } = settings
  const open = (view: ListView) => {
    onSet?.({ ...view.settings, defaultView: settings.defaultView })
    void navigate({ pathname, search: view.query })
    onClose()
  }
  const keep = ({ id, name, scope, roleId, objectVersionNumber }: ListView) =>
    call(
      editListView,
      { id, name, scope, roleId, objectVersionNumber, query: keptQuery(search), settings: shown },
      { quiet: true },
    )
      .catch((error: unknown) => toastRefusal(t, error))
      .finally(() => void refresh())
  const remove = async (view: ListView) => {
    if (
      !(await confirm({
        title: t('kit:list.confirmDelete'),
        body: view.name,
        go: t('common:actions.delete'),
        isDanger: true,
      }))
    )
      return
    if (settings.defaultView === view.id) onSet?.({ defaultView: null })
    await call(deleteListView, { id: view.id }, { quiet: true })
      .catch((error: unknown) => toastRefusal(t, error))
      .finally(() => void refresh())
  }
  return (
    <Drawer open title={t('kit:views.title')} width={isNarrow ? '100%' : 420} onClose={onClose}>
      {views.isLoading && <ListSkeleton rows={3} />}
      {views.error && (
        <LoadFailed error={views.error} height={200} onRetry={() => void views.refetch()} />
      )}
      {views.data?.length === 0 && <p>{t('kit:views.none')}</p>}
      <ul className="kit-columns">
        {views.data?.map((view) => {
          const isDefault = settings.defaultView === view.id
          return (
            <li key={view.id}>
              <button type="button" className="kit-link" onClick={() => open(view)}>
                {view.name}
              </button>
              <span className="kit-nothing">
                {view.scope === 'mine'
                  ? ''
                  : view.scope === 'all'
                    ? t('kit:views.scopes.all')
                    : view.roleName}
              </span>
              <span className="kit-columns-tools">
                {onSet && (
                  <Button
                    size="small"
                    type="text"
                    icon={isDefault ? <StarFilled /> : <StarOutlined />}
                    aria-pressed={isDefault}
                    aria-label={t('kit:views.default', { name: view.name })}
                    title={t('kit:views.default', { name: view.name })}
                    onClick={() => onSet({ defaultView: isDefault ? null : view.id })}
                  />
                )}
                {view.own && (
                  <Button
                    size="small"
                    type="text"
                    icon={<SaveOutlined />}
                    aria-label={t('kit:views.keep', { name: view.name })}
                    title={t('kit:views.keep', { name: view.name })}
                    onClick={() => void keep(view)}
                  />
                )}
                {view.own && (
                  <Button
                    size="small"
                    type="text"
                    danger
                    icon={<DeleteOutlined />}
                    aria-label={t('kit:views.delete', { name: view.name })}
                    title={t('kit:views.delete', { name: view.name })}
                    onClick={() => void remove(view)}
                  />
                )}
              </span>
            </li>
          )
        })}
      </ul>
      <NewView
        screen={screen}
        query={keptQuery(search)}
        settings={shown}
        onMade={() => void refresh()}
      />
    </Drawer>
  )
}

interface NewViewProps {
  screen: string
  query: string
  settings: ListView['settings']
  onMade: () => void
}
function NewView({ screen, query, settings, onMade }: NewViewProps) {
  const t = useLabels()
  const id = useId()
  const [name, setName] = useState('')
  const [scope, setScope] = useState<ListView['scope']>('mine')
  const [roleId, setRoleId] = useState<number>()
  const { run, isBusy, problem, fields } = useSubmit()
  const mayShare = useGranted(shareCode) === true
  const roles = useCall(viewRoles, {}, { enabled: mayShare && scope === 'role' })
  const make = async () => {
    if (!name.trim()) return
    const isDone = await run(
      async () =>
        void (await call(
          createListView,
          { screen, name: name.trim(), scope, roleId, query, settings },
          { quiet: true },
        )),
    )
    if (!isDone) return
    setName('')
    onMade()
  }
  return (
    <Form component={false} layout="vertical">
      <h3>{t('kit:views.new')}</h3>
      {problem && <Alert type="error" showIcon message={problem} className="kit-form-note" />}
      <Form.Item label={t('kit:views.name')} htmlFor={`${id}name`}>
        <Input
          id={`${id}name`}
          value={name}
          maxLength={40}
          showCount
          onChange={(event) => setName(event.target.value)}
          onPressEnter={(event) => event.nativeEvent.isComposing || void make()}
        />
      </Form.Item>
      {mayShare && (
        <Form.Item label={t('kit:views.scope')}>
          <Radio.Group
            value={scope}
            options={viewScopes.map((one) => ({ value: one, label: t(`kit:views.scopes.${one}`) }))}
            onChange={({ target }) => setScope(target.value as ListView['scope'])}
          />
        </Form.Item>
      )}
      {scope === 'role' && (
        <Form.Item
          label={t('kit:views.role')}
          htmlFor={`${id}role`}
          validateStatus={fields.roleId ? 'error' : undefined}
          help={fields.roleId}
        >
          <Select
            id={`${id}role`}
            value={roleId}
            loading={roles.isLoading}
            options={roles.data?.map(({ id: value, name: label }) => ({ value, label }))}
            onChange={setRoleId}
          />
        </Form.Item>
      )}
      <Button
        type="primary"
        loading={isBusy}
        disabled={!name.trim() || (scope === 'role' && !roleId)}
        onClick={() => void make()}
      >
        {t('kit:views.save')}
      </Button>
    </Form>
  )
}
