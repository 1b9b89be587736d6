import { useInfiniteList, useMany, type BaseRecord } from '@refinedev/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { entityOutlines } from '#contract/outlines.ts'
import type { Row } from '#src/kit/definition/resource.ts'

export interface Option {
  value: number
  label: string
}
// Pickers load 10 at a time, endlessly (docs/specification.md 4.1).
const pageSize = 10
const searchAfterMs = 300

export function entityOf(name: string | undefined) {
  const found = entityOutlines.find((entity) => entity.name === name)
  if (!found) throw new Error(`no entity '${name}'`)
  return found
}

/**
 * What a row is called in pickers: by its English name in English, where it has one. What is out of
 * use says so.
 */
function useNameOf(title: string): (row: Readonly<Record<string, unknown>>) => string {
  const { t, i18n } = useTranslation('kit')
  return (row) => {
    const english = i18n.language === 'en-US' ? row.enName : undefined
    const name = String((typeof english === 'string' && english) || row[title] || row.id)
    return row.enabledFlag === 0 ? t('kit:ref.off', { name }) : name
  }
}

/** The label that the server sent beside a reference, one or several (contract: `<field>Name`). */
export function chosenOptions(row: Row | undefined, name: string): Option[] {
  const ids = [row?.[name]].flat() as unknown[]
  const labels = [row?.[`${name}Name`]].flat() as unknown[]
  return ids.flatMap((id, at) =>
    typeof id === 'number' && typeof labels[at] === 'string'
      ? [{ value: id, label: labels[at] }]
      : [],
  )
}

/**
 * Rows of another entity to pick from: searched by the server, a page at a time as the list is
 * scrolled.
 */
export function useOptions(
  to: string | undefined,
  isOpen: boolean,
  among: Readonly<Record<string, unknown>> = {},
) {
  const target = entityOf(to)
  const {
    i18n: { language },
  } = useTranslation()
  const nameOf = useNameOf(target.title)
  const [search, setSearch] = useState('')
  const { query, result } = useInfiniteList<BaseRecord>({
    resource: target.name,
    pagination: { pageSize },
    filters: [
      ...Object.entries(among).map(([field, value]) => ({ field, operator: 'eq' as const, value })),
      ...(search
        ? [
            {
              field:
                'enName' in target.fields && language === 'en-US' && /^[ -~]+$/.test(search)
                  ? 'enName'
                  : target.title,
              operator: 'contains' as const,
              value: search,
            },
          ]
        : []),
    ],
    // Without a network too: what was taken along is offered (src/api/field/kept-rows.ts).
    queryOptions: { enabled: isOpen, staleTime: 30_000, networkMode: 'always' },
    errorNotification: false,
    liveMode: 'off',
  })
  const options = (result.data?.pages ?? []).flatMap((page) =>
    page.data.map((row) => ({ value: Number(row.id), label: nameOf(row) })),
  )
  return {
    options,
    search,
    setSearch,
    query,
    more: () => {
      if (result.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
    },
  }
}

/** Labels of rows whose names nobody sent: what a draft or another page put into the form. */
export function useNamed(to: string | undefined, ids: readonly number[]): Option[] {
  const target = entityOf(to)
  const nameOf = useNameOf(target.title)
  const { result } = useMany<BaseRecord>({
    resource: target.name,
    ids: [...ids],
    queryOptions: {
      enabled: ids.length > 0,
      staleTime: 60_000,
      retry: false,
      networkMode: 'always',
    },
    errorNotification: false,
    liveMode: 'off',
  })
  return (result.data ?? []).map((row) => ({
    value: Number(row.id),
    label: nameOf(row),
  }))
}

/**
 * Waits until the typing pauses; composing counts as typing, antd hands over only what was
 * committed.
 */
export function useDebounced(run: (text: string) => void): (text: string) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return (text) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => run(text), searchAfterMs)
  }
}
