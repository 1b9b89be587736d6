import { Alert, Button, Form } from 'antd'
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useSyncExternalStore,
  type KeyboardEvent,
  type Ref,
} from 'react'
import type { Entity } from '#contract/entity.ts'
import { isComposing } from '#src/lib/ime.ts'
import { useNarrow } from '#src/ui/use-width.ts'
import { refusedBecause } from '#src/kit/actions/actions.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { FormField } from './FormField.tsx'
import { FormSetter, WholeForm } from '#src/kit/form/values/whole-form.ts'
import { isAsked, type FormKind, type FormValue } from '#src/kit/form/values/form-value.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useRecordName } from '#src/kit/definition/page-name.ts'
import type { AnyResource, Row } from '#src/kit/definition/resource.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { focusFirst } from '#src/ui/focus-first.ts'
import { useRecordForm } from './use-record-form.ts'
import './form.css'

const ConflictDialog = lazy(() => import('./dialogs/ConflictDialog.tsx'))

interface FormScreenProps {
  resource: AnyResource
  kind: FormKind
  id: number | undefined
  /** It is a page by itself, which is called as its record is. */
  isPage?: true
  /** `goesOn`: the second button was taken. */
  onDone: (row: Row, goesOn: boolean) => void
  /** What a new record begins with; the same object as long as it is the same. */
  begin?: FormValue
  /** Word on a second button, which saves too. */
  then?: string
  onCancel: () => void
  /** For what closes it without leaving its address. */
  ref?: Ref<FormHandle>
}
export interface FormHandle {
  /** Whether it may be closed: asks where something was entered, which is lost then. */
  leave: () => Promise<boolean>
}

function hearOnline(tell: () => void): () => void {
  addEventListener('online', tell)
  addEventListener('offline', tell)
  return () => {
    removeEventListener('online', tell)
    removeEventListener('offline', tell)
  }
}

/** The field behind one, in the order of the form. */
function nextTo(form: HTMLElement | null, input: HTMLInputElement): HTMLElement | undefined {
  const all = [
    ...(form?.querySelectorAll<HTMLElement>('.kit-field :is(input, textarea):not(:disabled)') ??
      []),
  ]
  return all[all.indexOf(input) + 1]
}

/** Creates or edits one record, in a drawer or on a page of its own. */
export function FormScreen(props: FormScreenProps) {
  // antd's Form tells all fields whenever it is drawn: it stands outside of what changes with every
  // key.
  return (
    <Form component={false} layout="vertical">
      <FormBody {...props} />
    </Form>
  )
}

function FormBody(props: FormScreenProps) {
  const { resource, kind, id, isPage, onDone, onCancel, begin, then, ref } = props
  const entity: Entity = resource.entity
  const t = useLabels(entity)
  const zone = useTimeZone()
  const prefix = useId()
  const box = useRef<HTMLFormElement>(null)
  const form = useRecordForm({ resource, kind, id, onDone, begin })
  const { leave } = form
  useImperativeHandle(ref, () => ({ leave }), [leave])
  const isOnline = useSyncExternalStore(hearOnline, () => navigator.onLine)
  const { errors, problem, refused, draft, conflict, isBusy } = form
  useRecordName(entity, kind === 'edit' ? form.base : null, isPage)
  const Footer = resource.formFooter
  // Come here by its address, or while somebody else moved it on.
  const closed = kind === 'edit' && form.base ? refusedBecause(t, entity, 'edit', form.base) : null
  const isNarrow = useNarrow()

  // Typing may begin at once; on a phone the keyboard would hide the form, and the drawer itself
  // takes the focus.
  const { isReady } = form
  useEffect(() => {
    if (isReady && !isNarrow && box.current) return focusFirst(box.current, '.kit-field')
    return undefined
  }, [isReady, isNarrow])
  // The first field that is wrong, in the order of the form (docs/specification.md 5.5): once per
  // refusal, or nobody could leave it with Tab.
  useEffect(() => {
    if (refused)
      box.current
        ?.querySelector<HTMLElement>(
          '[aria-invalid="true"], .ant-select-status-error input, .ant-picker-status-error input',
        )
        ?.focus()
  }, [refused])

  // A mistake that comes or goes as its field is left would move the button away under the pointer
  // that presses it; what is saved is checked whole anyway.
  const isPressing = useRef(false)
  const press = () => {
    isPressing.current = true
    setTimeout(() => (isPressing.current = false))
  }
  const { check: checkField } = form
  const check = useCallback(
    (name: string) => {
      if (!isPressing.current) checkField(name)
    },
    [checkField],
  )

  const hasLines = (resource.form ?? [])
    .flat()
    .some((name: string) => entity.fields[name]!.kind === 'lines')
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && isComposing(event)) return event.preventDefault()
    // Beside a table that is walked through with Enter, Enter in a field above it goes on as well,
    // and does not hand in what is half written.
    if (
      event.key === 'Enter' &&
      hasLines &&
      event.target instanceof HTMLInputElement &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.defaultPrevented
    ) {
      event.preventDefault()
      if (event.target.role !== 'combobox') nextTo(box.current, event.target)?.focus()
      return
    }
    const isSave =
      (event.ctrlKey || event.metaKey) && (event.key.toLowerCase() === 's' || event.key === 'Enter')
    if (!isSave) return
    event.preventDefault()
    void form.save()
  }
  if (form.query.isError && !form.base)
    return <LoadFailed error={form.query.error} onRetry={() => void form.query.refetch()} />
  if (!isReady) return <ListSkeleton rows={form.names.length} />
  return (
    <>
      <form
        ref={box}
        noValidate
        className="kit-form"
        onKeyDown={handleKey}
        onSubmit={(event) => {
          event.preventDefault()
          void form.save()
        }}
      >
        <div className="kit-form-fields">
          {draft.offered && (
            <Alert
              type="info"
              showIcon
              className="kit-form-note"
              message={t('kit:form.draft', {
                at: momentOf(new Date(draft.offered.at).toISOString(), zone),
              })}
              action={
                <>
                  <Button size="small" onClick={draft.restore}>
                    {t('kit:form.restore')}
                  </Button>{' '}
                  <Button size="small" type="text" onClick={draft.drop}>
                    {t('kit:form.discard')}
                  </Button>
                </>
              }
            />
          )}
          {closed && <Alert type="warning" showIcon className="kit-form-note" message={closed} />}
          {isBusy && !isOnline && (
            <Alert
              type="warning"
              showIcon
              className="kit-form-note"
              role="status"
              message={t('kit:form.offline')}
            />
          )}
          {problem && <Alert type="error" showIcon className="kit-form-note" message={problem} />}
          <FormSetter value={form.set}>
            <WholeForm value={form.value}>
              {(resource.form ?? []).map((row) => (
                <div key={row.join()} className="kit-form-row">
                  {row
                    .filter((name: string) => isAsked(entity.fields[name]!, form.value))
                    .map((name: string) => (
                      <FormField
                        key={name}
                        id={`${prefix}${name}`}
                        entity={entity}
                        Own={resource.inputs?.[name]}
                        name={name}
                        kind={kind}
                        value={form.value[name]}
                        above={
                          form.value[
                            entity.fields[name]!.dependsOn ??
                              entity.fields[name]!.contextField ??
                              ''
                          ]
                        }
                        mistake={errors[name]}
                        row={form.base}
                        isBusy={isBusy}
                        onSet={form.set}
                        onCheck={check}
                      />
                    ))}
                </div>
              ))}
            </WholeForm>
          </FormSetter>
          {Footer && (
            <Suspense>
              <Footer value={form.value} names={form.names} kind={kind} id={id} />
            </Suspense>
          )}
        </div>
        <div className="kit-form-buttons" onMouseDownCapture={press}>
          <Button onClick={onCancel}>{t('common:buttons.cancel')}</Button>
          {then && (
            <Button disabled={isBusy || !!closed} onClick={() => void form.save({ goesOn: true })}>
              {then}
            </Button>
          )}
          <Button
            type="primary"
            htmlType="submit"
            disabled={!!closed}
            loading={isBusy}
            aria-keyshortcuts="Control+S"
          >
            {t('common:buttons.save')}
          </Button>
        </div>
      </form>
      {conflict && (
        <Suspense>
          <ConflictDialog
            resource={resource}
            failure={conflict}
            mine={form.value}
            names={form.names}
            onChoice={form.resolve}
          />
        </Suspense>
      )}
    </>
  )
}
