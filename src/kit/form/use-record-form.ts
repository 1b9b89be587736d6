import { useCreate, useOne, useUpdate } from '@refinedev/core'
import { useCallback, useMemo, useRef, useState } from 'react'
import { isApiError, type ApiError } from '#src/api/api-error.ts'
import { randomId } from '#src/lib/random.ts'
import type { Entity } from '#contract/entity.ts'
import { toast } from '#src/ui/toast.ts'
import { checkBody, fieldError, type FieldErrors } from '#src/kit/form/values/form-errors.ts'
import {
  clearedBy,
  differing,
  formBody,
  formValue,
  isWritable,
  type FormKind,
  type FormValue,
} from '#src/kit/form/values/form-value.ts'
import { useBaseAtHand } from '#src/kit/app/use-current-base.ts'
import { entityLabel, lineLabel } from '#src/kit/definition/label.ts'
import { sentenceOf } from '#src/kit/actions/refusal.ts'
import type { AnyResource, Row } from '#src/kit/definition/resource.ts'
import { useDraft } from '#src/kit/form/draft/use-draft.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useLatest } from '#src/ui/use-latest.ts'
import { isLeft, useUnsaved } from '#src/kit/form/draft/unsaved.ts'

interface Wanted {
  resource: AnyResource
  kind: FormKind
  id: number | undefined
  onDone: (row: Row, goesOn: boolean) => void
  /** What a new record begins with. */
  begin?: FormValue
}
const silent = { successNotification: false, errorNotification: false } as const

/**
 * The whole state of a create or edit form: value, mistakes, draft, saving, and what the server
 * objects to.
 */
export function useRecordForm({ resource, kind, id, onDone, begin }: Wanted) {
  const { screen, form = [] } = resource
  const entity: Entity = resource.entity
  const t = useLabels(entity)
  // What a record begins with is sent, whether the form draws it or not.
  const names = useMemo(
    () => [
      ...new Set([
        ...(form.flat() as string[]),
        ...Object.keys(begin ?? {}).filter((name) => isWritable(entity.fields[name], kind)),
      ]),
    ],
    [form, begin, entity, kind],
  )
  // Asked for anew however fresh the last answer is: a form begins with what is so now, and waits
  // for it.
  const { query, result } = useOne<Row>({
    resource: screen.name,
    id: id ?? '',
    queryOptions: { enabled: kind === 'edit', retry: false, staleTime: 0 },
    errorNotification: false,
    liveMode: 'off',
  })
  // The row as it was when this form opened: a refetch behind must not change what is being typed.
  const [base, setBase] = useState<Row>()
  if (!base && result && query.isFetchedAfterMount) setBase(result)
  const here = useBaseAtHand(entity, names)
  const initial = useMemo(
    () => ({
      ...formValue(entity.fields, names, base),
      ...(kind === 'create' ? { ...here, ...begin } : undefined),
    }),
    [entity, names, base, kind, here, begin],
  )
  const [changes, setChanges] = useState<FormValue>({})
  const [errors, setErrors] = useState<FieldErrors>({})
  // An object: each refusal is another one, though it says the same.
  const [refused, setProblem] = useState<{ text: string; isOfFields?: boolean }>()
  const [conflict, setConflict] = useState<ApiError>()
  const value = useMemo(() => ({ ...initial, ...changes }), [initial, changes])
  const isDirty = differing(initial, value).length > 0
  // How many fields are wrong changes with each that is mended.
  const wrong = Object.keys(errors).length
  const problem = !refused?.isOfFields
    ? refused?.text
    : wrong > 0
      ? t('kit:form.errors', { count: wrong })
      : undefined
  const isReady = kind === 'create' || base !== undefined
  const clean = useUnsaved(isDirty)
  const draft = useDraft({
    screen: screen.name,
    id,
    names,
    value,
    isDirty,
    isReady,
    onRestore: setChanges,
  })

  const columnLabel = useCallback(
    (name: string) => (column: string) => lineLabel(t, entity, name, column),
    [t, entity],
  )
  const { fields } = entity
  const valueRef = useLatest(value)
  const set = useCallback(
    (name: string, next: unknown) => {
      const change = { ...clearedBy(fields, name), [name]: next }
      setChanges((now) => ({ ...now, ...change }))
      setErrors(({ [name]: _, ...rest }) => rest)
      // A picker tells what was typed as it is left, before anything is drawn anew.
      valueRef.current = { ...valueRef.current, ...change }
    },
    [fields, valueRef],
  )
  const check = useCallback(
    (name: string) => {
      const body = formBody(fields, [name], valueRef.current, kind)
      const mistake =
        name in body ? fieldError(t, fields[name]!, body[name], columnLabel(name)) : undefined
      setErrors(({ [name]: _, ...rest }) => (mistake ? { ...rest, [name]: mistake } : rest))
    },
    [fields, valueRef, kind, t, columnLabel],
  )

  const { mutateAsync: create } = useCreate()
  const { mutateAsync: update } = useUpdate()
  const [isBusy, setBusy] = useState(false)
  const busy = useRef(false)
  const intent = useRef({ body: '', key: '' })

  const save = useCallback(
    async ({
      version = base?.objectVersionNumber,
      goesOn = false,
    }: { version?: number; goesOn?: boolean } = {}) => {
      // A second Enter arrives before the button is drawn busy (docs/specification.md 5.8).
      if (busy.current || !isReady) return
      const checked = checkBody(
        t,
        entity.fields,
        formBody(entity.fields, names, valueRef.current, kind),
        kind,
        columnLabel,
      )
      if (checked.errors) {
        setProblem({
          text: t('kit:form.errors', { count: Object.keys(checked.errors).length }),
          isOfFields: true,
        })
        return setErrors(checked.errors)
      }
      busy.current = true
      setBusy(true)
      setProblem(undefined)
      const text = JSON.stringify([checked.body, version])
      if (intent.current.body !== text) intent.current = { body: text, key: randomId() }
      const meta = { idempotencyKey: intent.current.key }
      try {
        const { data } =
          kind === 'create'
            ? await create({ resource: screen.name, values: checked.body, meta, ...silent })
            : await update({
                resource: screen.name,
                id: id!,
                values: { ...checked.body, objectVersionNumber: version },
                meta,
                ...silent,
              })
        draft.drop()
        clean()
        toast({ text: t('kit:form.saved', { name: entityLabel(t, entity) }), tone: 'good' })
        onDone(data as Row, goesOn)
      } catch (error) {
        if (isApiError(error) && error.code === 'error.optimistic_lock' && error.current)
          return setConflict(error)
        const known = Object.fromEntries(
          Object.entries(isApiError(error) ? error.fields : {}).filter(
            ([name]) => names.includes(name) && isWritable(entity.fields[name], kind),
          ),
        )
        setErrors(known)
        const count = Object.keys(known).length
        const { text: sentence, requestId } = sentenceOf(t, error)
        setProblem({
          isOfFields: count > 0,
          text: count
            ? t('kit:form.errors', { count })
            : requestId
              ? `${sentence} (${requestId})`
              : sentence,
        })
      } finally {
        busy.current = false
        setBusy(false)
      }
    },
    [
      base,
      isReady,
      t,
      entity,
      names,
      valueRef,
      kind,
      columnLabel,
      create,
      update,
      screen,
      id,
      draft,
      clean,
      onDone,
    ],
  )

  /** Given up where no change of address asks: what was entered is lost only if somebody means it. */
  const leave = useCallback(async () => {
    if (isDirty && !(await isLeft(t))) return false
    draft.drop()
    clean()
    return true
  }, [isDirty, t, draft, clean])

  /** After a conflict: take the row as it stands, or save one's own values over it. */
  const resolve = useCallback(
    (choice: 'theirs' | 'mine' | 'later') => {
      const current = conflict?.current as Row | undefined
      setConflict(undefined)
      if (!current || choice === 'later') return
      setBase(current)
      if (choice === 'theirs') setChanges({})
      else void save({ version: current.objectVersionNumber })
    },
    [conflict, save],
  )
  return {
    names,
    value,
    errors,
    problem,
    refused,
    base,
    isDirty,
    isBusy,
    isReady,
    query,
    draft,
    conflict,
    set,
    check,
    save,
    leave,
    resolve,
  }
}
export type RecordForm = ReturnType<typeof useRecordForm>
