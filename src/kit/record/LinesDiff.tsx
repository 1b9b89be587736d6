import type { Entity } from '#contract/entity.ts'
import { fieldTypes } from '#src/kit/fields/field-types.ts'
import { isEmpty } from '#src/kit/fields/kind.ts'
import { lineLabel } from '#src/kit/definition/label.ts'
import { compareLines, enteredColumns, isChanged, type Line } from './line-changes.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

interface LinesDiffProps {
  entity: Entity
  /** The field of the lines. */
  name: string
  before: readonly Line[]
  after: readonly Line[]
}

/**
 * Of the lines of a record those that changed, each with what changed in it; the lines as they were
 * stay unsaid.
 */
export function LinesDiff({ entity, name, before: then, after }: LinesDiffProps) {
  const t = useLabels(entity)
  const field = entity.fields[name]!
  const { of, columns } = enteredColumns(field)
  const { before, gone } = compareLines(then, after, of)
  const cell = (line: Line, column: string) => {
    const { Cell } = fieldTypes[columns[column]!.kind]
    return <Cell entity={entity} name={column} field={columns[column]!} row={line as Row} />
  }
  const rest = Object.keys(columns).filter((column) => column !== of)
  const all = (line: Line) =>
    rest
      .filter((column) => !isEmpty(line[column]))
      .map((column) => (
        <span key={column}>
          {lineLabel(t, entity, name, column)} {cell(line, column)}
        </span>
      ))
  return (
    <ul className="kit-lines-diff">
      {after.map((line, at) => {
        const was = before[at]
        if (!was)
          return (
            <li key={at}>
              <ins>
                {cell(line, of)} {all(line)}
              </ins>
            </li>
          )
        const changed = rest.filter((column) => isChanged(was[column], line[column]))
        if (changed.length === 0) return null
        return (
          <li key={at}>
            <strong>{cell(line, of)}</strong>
            {changed.map((column) => (
              <span key={column}>
                {lineLabel(t, entity, name, column)}{' '}
                {!isEmpty(was[column]) && <del>{cell(was, column)}</del>}{' '}
                {isEmpty(line[column]) ? '–' : <ins>{cell(line, column)}</ins>}
              </span>
            ))}
          </li>
        )
      })}
      {gone.map((line, at) => (
        <li key={`gone-${at}`}>
          <del>
            {cell(line, of)} {all(line)}
          </del>
        </li>
      ))}
    </ul>
  )
}
