import { useList } from '@refinedev/core'
import { TreeSelect } from 'antd'
import { useMemo } from 'react'
import type { Row } from '#src/kit/definition/resource.ts'
import { treeOf, withDescendants, type Branch } from '#src/kit/list/rows/tree.ts'
import { statusOf, type InputProps } from '#src/kit/fields/kind.ts'
import { entityOf } from './use-options.ts'

interface Node {
  value: number
  title: string
  disabled: boolean
  children?: Node[]
}

/** Picks a row of an entity that is a tree; a record cannot be put under itself. */
export default function TreePicker({
  id,
  entity,
  field,
  value,
  row,
  onChange,
  onBlur,
  disabled,
  invalid,
  describedBy,
}: InputProps) {
  const target = entityOf(field.to)
  const { result, query } = useList<Row>({
    resource: target.name,
    pagination: { mode: 'off' },
    errorNotification: false,
  })
  const nodes = useMemo(() => {
    const own =
      row && entity.name === target.name
        ? withDescendants(result.data, target.parent!, row.id)
        : new Set<number>()
    const node = (branch: Branch): Node => ({
      value: branch.id,
      title: String(branch[target.title]),
      disabled: own.has(branch.id),
      children: branch.children?.map(node),
    })
    return treeOf(result.data, target.parent!).map(node)
  }, [result.data, row, entity, target])
  return (
    <TreeSelect
      id={id}
      className="kit-full"
      allowClear={!field.required}
      showSearch
      treeNodeFilterProp="title"
      treeDefaultExpandAll
      key={query.isSuccess ? 'ready' : 'loading'}
      treeData={nodes}
      loading={query.isFetching}
      value={(value ?? undefined) as number | undefined}
      disabled={disabled}
      status={statusOf(invalid)}
      aria-describedby={describedBy}
      onBlur={onBlur}
      onChange={(next: number | undefined) => onChange(next ?? null)}
    />
  )
}
